"""Commands of the command line, one module a subject; `agent.cli` registers them."""
