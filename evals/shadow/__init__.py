"""Shadow mode: a document's own history, replayed. What would Redline have proposed where people wrote?"""
