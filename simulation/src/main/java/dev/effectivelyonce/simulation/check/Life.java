package dev.effectivelyonce.simulation.check;

import java.util.ArrayList;
import java.util.List;

/** A record from its first claim until it is forgotten or its retention has passed. */
final class Life {
  final List<Attempt> attempts = new ArrayList<>();
  int completions;
  int committed;

  /** How often an operator said that a held effect did not happen. */
  int reruns;

  long effects() {
    return attempts.stream().filter(attempt -> attempt.hadEffect).count();
  }
}
