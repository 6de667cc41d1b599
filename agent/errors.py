"""The exceptions of Redline, sorted by who must act.

RedlineError
├── UserError            the person at the keyboard
│   ├── NotARepository       10
│   ├── NoCommitYet          11
│   ├── DetachedHead         12
│   ├── ShallowClone         13
│   ├── NoWorkspace          14
│   ├── BadSettings          15
│   ├── NoDocument           16
│   ├── BadBrief             17
│   ├── BadInput             18
│   └── NotReviewable        19
├── RepositoryError      the state of the repository
│   ├── BranchTaken          20
│   ├── BranchClash          21
│   ├── Locked               22
│   ├── DiskFull             23
│   ├── GitFailed            24
│   └── Outdated             25
├── ModelError           the model behind the writer
│   ├── BadReply             30
│   ├── ModelUnavailable     31
│   └── BudgetSpent          32
├── ForgeError           the forge, after the night was done
│   ├── ForgeRefused         40
│   ├── ForgeUnavailable     41
│   └── NotPublished         45
└── Bug                  us: an invariant did not hold                70

The number is the exit code of the command line. Each error is one sentence that says what is wrong
and where, and `hint` says what to do.
"""


class RedlineError(Exception):
    """Anything that Redline reports in one sentence, without a traceback."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UserError(RedlineError):
    """Something that the person who called can set right."""

    exit_code = 9


class NotARepository(UserError):
    """The folder is not inside a git repository."""

    exit_code = 10


class NoCommitYet(UserError):
    """The repository has no commit to start from."""

    exit_code = 11


class DetachedHead(UserError):
    """HEAD is detached and the workspace names no base branch."""

    exit_code = 12


class ShallowClone(UserError):
    """The clone lacks the history that is needed."""

    exit_code = 13


class NoWorkspace(UserError):
    """There is no `redline.toml`."""

    exit_code = 14


class BadSettings(UserError):
    """A key or value of `redline.toml`, the environment or a flag is wrong."""

    exit_code = 15


class NoDocument(UserError):
    """The living document is missing, or the name is not one of the workspace's."""

    exit_code = 16


class BadBrief(UserError):
    """A brief is for another document, holds no increment, or cannot be understood."""

    exit_code = 17


class BadInput(UserError):
    """A file given on the command line is missing, empty or unreadable."""

    exit_code = 18


class NotReviewable(UserError):
    """There is nothing to decide on, or a decision cannot be taken as it was given."""

    exit_code = 19


class RepositoryError(RedlineError):
    """The repository is in a state that Redline will not touch."""

    exit_code = 29


class BranchTaken(RepositoryError):
    """The night's branch holds commits that Redline did not make."""

    exit_code = 20


class BranchClash(RepositoryError):
    """The night's branch name collides with a branch that is a folder of it, or in it."""

    exit_code = 21


class Locked(RepositoryError):
    """Another run holds the document's lock."""

    exit_code = 22


class DiskFull(RepositoryError):
    """A file could not be written for want of space."""

    exit_code = 23


class GitFailed(RepositoryError):
    """A git command failed in a way that has no name of its own."""

    exit_code = 24


class Outdated(RepositoryError):
    """What a person decided on is no longer what is proposed."""

    exit_code = 25


class ModelError(RedlineError):
    """The model could not be used; the offline writer takes over where it can.

    `failure` names what happened in two or three words: for the run log, and for what can be tried next.
    `tokens_in` and `tokens_out` are what it cost all the same.
    """

    exit_code = 39

    def __init__(
        self, message: str, hint: str = "", *, failure: str = "", tokens_in: int = 0, tokens_out: int = 0
    ) -> None:
        super().__init__(message, hint)
        self.failure = failure
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out


class BadReply(ModelError):
    """The reply was not of the type that was asked for, twice."""

    exit_code = 30


class ModelUnavailable(ModelError):
    """The endpoint did not answer within its timeout and retries."""

    exit_code = 31


class BudgetSpent(ModelError):
    """A budget of tokens, money or time is spent."""

    exit_code = 32


class ForgeError(RedlineError):
    """The forge (GitHub, GitLab) does not do what it was asked; what lies in the repository is kept."""

    exit_code = 49


class ForgeRefused(ForgeError):
    """The forge says no: a token, a right, a project or a value is wrong."""

    exit_code = 40


class ForgeUnavailable(ForgeError):
    """The forge did not answer within its timeout and retries, or asks to come back later."""

    exit_code = 41


class NotPublished(ForgeError):
    """The night is done and kept here, but it did not reach the remote or the forge."""

    exit_code = 45


class Bug(RedlineError):
    """An invariant of ours did not hold; nothing was written."""

    exit_code = 70
