"""One scorer a file: `score(case, drafted)` is a pure function, and a scorer of Inspect's is made of it."""
