"""Do two entries speak of the same thing? And: which entries of a night are one thing each.

What keeps apart is asked first and beats everything: another work, version, issue, figure or model size in
the place that names the thing. What joins is a work, a page or an issue that both go back to, one title, or
the same names with the same figures. A link alone is not enough when the two titles have nothing in common.
"""

from agent.joining.groups import Group, Same, join, same, same_subjects
from agent.joining.open import Opinion
from agent.joining.subject import Subject

__all__ = ["Group", "Opinion", "Same", "Subject", "join", "same", "same_subjects"]
