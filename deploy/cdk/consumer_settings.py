"""The settings of an IdempotentConsumer: their defaults, the rules that they keep, and the texts. consumer.json has the data."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Iterable, Mapping

from aws_cdk import Duration, Token

DATA = json.loads(Path(__file__).with_name("consumer.json").read_text())


def derived(given: Mapping[str, Any]) -> SimpleNamespace:
    """Returns the settings, with the defaults of those that are None."""
    standard = {_python(name): value for name, value in DATA["defaults"].items()}

    def time(name: str, millis: float | None = None) -> Duration:
        return given[name] or Duration.millis(standard[name] if millis is None else millis)

    it = SimpleNamespace(**given)
    for name in ("timeout", "outage_tolerance", "backoff_first", "backoff_longest", "source_retention", "dead_letter_retention"):
        setattr(it, name, time(name))
    it.batching_window = time("batching_window", 0)
    for name in ("batch_size", "mode", "listing", "memory_mib", "runbook"):
        setattr(it, name, standard[name] if given[name] is None else given[name])
    it.fifo = bool(given["fifo"])
    it.runtime = given["runtime"] and given["runtime"].name

    timeout, outage, longest = _millis(it.timeout), _millis(it.outage_tolerance), _millis(it.backoff_longest)
    first, source = _millis(it.backoff_first), _millis(it.source_retention)
    least_visibility = standard["visibility_factor"] * timeout + _millis(it.batching_window)
    it.least_visibility = Duration.millis(least_visibility)
    it.visibility_timeout = time("visibility_timeout", least_visibility)
    visibility = _millis(it.visibility_timeout)
    queues = source + _millis(it.dead_letter_retention)
    it.queues_retention = Duration.millis(queues)
    it.record_retention = time("record_retention", queues + standard["record_slack"])
    it.longest_outage = Duration.millis(source // 2)

    def wait(receive: int) -> float:
        """Returns what a message waits at least after a receive: half of the backoff, and no longer than it is hidden."""
        return min(first * 2 ** min(receive - 1, 20), longest, 2 * visibility) // 2

    it.enough_receives, waited = 1, 0.0
    while waited < outage and it.enough_receives <= standard["most_receives"]:
        waited += wait(it.enough_receives)
        it.enough_receives += 1
    if it.max_receive_count is None:
        it.max_receive_count = min(max(it.enough_receives, standard["fewest_receives"]), standard["most_receives"])
    it.survived_outage = Duration.millis(sum(map(wait, range(1, int(it.max_receive_count)))))

    it.oldest_message_alarm = time("oldest_message_alarm", max(min(outage // 2, standard["latest_alarm"]), 2 * visibility))
    it.oldest_millis = _millis(it.oldest_message_alarm)
    it.oldest_seconds = it.oldest_millis // 1000
    it.given_back_minutes = min((max(longest, visibility) + timeout) // 60_000 + 2, 24 * 60)
    return it


def broken(rules: Iterable[Mapping[str, str]], values: Mapping[str, Any]) -> list[str]:
    """Returns the texts of the rules that don't hold."""

    def holds(condition: str) -> bool:
        name, operator, wanted = condition.split(" ")
        left, right = values.get(_python(name)), values.get(_python(wanted), wanted)
        if any(it is None or isinstance(it, int | float) and Token.is_unresolved(it) for it in (left, right)):
            return True
        left, right = _amount(left), _amount(right)
        match operator:
            case "==":
                return str(left).lower() == str(right).lower()
            case "~":
                return re.fullmatch(str(right), str(left)) is not None
            case "%":
                return float(left) % float(right) == 0
            case ">":
                return float(left) > float(right)
            case ">=":
                return float(left) >= float(right)
            case "<=":
                return float(left) <= float(right)
        raise ValueError(f"The rule '{condition}' has no operator")

    return [filled(it["text"], values) for it in rules
            if not any(all(map(holds, every.split(" and "))) for every in it["holds"].split(" or "))]


def filled(text: str, values: Mapping[str, Any]) -> str:
    """Returns the text with the values in their places, and with Python's names of settings."""
    parts = re.split(r"\{(\w+)}", text)
    return "".join(_told(values[_python(part)]) if at % 2 else re.sub(r"\b[a-z]+(?:[A-Z][a-z]+)+\b", lambda it: _python(it[0]), part)
                   for at, part in enumerate(parts))


def iso(duration: Duration) -> str:
    """Returns the duration as Java writes it, in hours, minutes and seconds."""
    seconds = _millis(duration) / 1000
    parts = (seconds // 3600, "H"), (seconds // 60 % 60, "M"), (seconds % 60, "S")
    return "PT" + "".join(f"{count:g}{unit}" for count, unit in parts if count)


def _python(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", lambda it: "_" + it[1].lower(), name)


def _millis(duration: Duration) -> float:
    return duration.to_milliseconds()


def _amount(value: Any) -> Any:
    return _millis(value) if isinstance(value, Duration) else value


def _told(value: Any) -> str:
    if not isinstance(value, Duration):
        return str(value)
    millis = _millis(value)
    if millis % 1000:
        return f"{millis:.0f} ms"
    return f"{millis / 86_400_000:.0f} days" if millis and millis % 86_400_000 == 0 else f"{millis / 1000:.0f} s"
