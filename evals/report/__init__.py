"""The page of a run of evals, for people: scoreboard, curves, worst cases, cost, trust, shadow, calibration."""

from evals.report.page import Material, write_report

__all__ = ["Material", "write_report"]
