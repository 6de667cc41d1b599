"""The E1 brief as a text: read one that people or agents wrote, write one for people.

`read_brief` and `write_brief` are each other's inverse, line numbers aside; for machines a brief is
`Brief.model_dump_json()`.
"""

from agent.briefs.fields import increment_id
from agent.briefs.read import increments_of, read_brief
from agent.briefs.wording import caveat_of, look_again
from agent.briefs.write import write_brief

__all__ = ["caveat_of", "increment_id", "increments_of", "look_again", "read_brief", "write_brief"]
