"""Tasks for Inspect: golden cases, drafts that were given, benches, and the judge's agreement with labels."""
