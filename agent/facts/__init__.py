"""Text to facts: quantities, identifiers, dates, comparisons, table cells, and their normal forms."""
