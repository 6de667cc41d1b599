"""The sources and the documents for other programs: a server of the Model Context Protocol."""
