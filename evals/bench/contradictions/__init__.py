"""Shapes of texts with one inner contradiction each, and of clean texts of the same shapes."""
