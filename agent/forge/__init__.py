"""Where people review: draft pull requests on GitHub, merge requests on GitLab, found again and kept up to date."""

from agent.forge.connect import forge_for
from agent.forge.forge import Forge
from agent.forge.model import Access, Closing, PullRequest

__all__ = ["Access", "Closing", "Forge", "PullRequest", "forge_for"]
