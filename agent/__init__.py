"""Redline: an editorial assistant for living documents."""
