package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counters in memory, and the effects that raise them. */
final class RaisedCounters {
  private final Map<String, Integer> counters = new HashMap<>();

  InMemoryEffects raising(List<String> raised) {
    return InMemoryEffects.of(() -> raise(raised));
  }

  InMemoryEffects raisingANew(List<String> raised, Unsuccessful otherwise) {
    return InMemoryEffects.of(
        () -> !counters.containsKey(raised.getLast()), () -> raise(raised), otherwise);
  }

  InMemoryEffects raisingAndYielding(List<String> raised) {
    return raising(raised).yielding(() -> count(raised.getLast()) + 1);
  }

  int count(String counter) {
    return counters.getOrDefault(counter, 0);
  }

  private void raise(List<String> raised) {
    raised.forEach(it -> counters.merge(it, 1, Integer::sum));
  }
}
