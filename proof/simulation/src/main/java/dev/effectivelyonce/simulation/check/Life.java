package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.record.AttemptId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A record from its first claim, or since it was forgotten, until the next of these. */
final class Life {
  final List<Attempt> attempts = new ArrayList<>();

  /** Those of the lives before, which a server that a failover left may still know. */
  final List<Attempt> earlier = new ArrayList<>();

  int completions;
  int committed;

  /** The attempt whose effects were committed last. */
  Optional<AttemptId> committedBy = Optional.empty();

  /** The effects of a saga, in their order. */
  final List<String> sagaEffects = new ArrayList<>();

  /** How often an operator said that a held effect did not happen. */
  int reruns;

  /** The failovers that forgot a write of it. */
  final Set<Integer> failovers = new HashSet<>();

  /** If not, a provider remembers what it did for the same key before. */
  boolean isFirst = true;

  /** Returns the life after this one. */
  Life next() {
    Life life = new Life();
    life.isFirst = false;
    life.earlier.addAll(earlier);
    life.earlier.addAll(attempts);
    return life;
  }

  long effects() {
    return attempts.stream().filter(attempt -> attempt.hadEffect).count();
  }
}
