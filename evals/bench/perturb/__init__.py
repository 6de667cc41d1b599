"""Planted errors: claims made by rule from real notes, faithful and unfaithful, and how many are told apart."""
