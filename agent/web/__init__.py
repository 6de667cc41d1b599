"""The review in a browser: `redline serve`."""

from agent.web.app import Plugged, Web, make_app
from agent.web.gate import Gate, Session

__all__ = ["Gate", "Plugged", "Session", "Web", "make_app"]
