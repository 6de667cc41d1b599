"""`python -m agent` is `redline`."""

from agent.cli import run

if __name__ == "__main__":
    run()
