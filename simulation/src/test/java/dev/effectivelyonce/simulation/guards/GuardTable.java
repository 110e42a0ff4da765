package dev.effectivelyonce.simulation.guards;

import java.util.Optional;

/** The table of guards, as markdown. */
final class GuardTable {
  static final String HEAD =
      """
      | guard | without it | caught by | where | steps | broken promise | after |
      |---|---|---|---|---:|---|---:|
      """;

  String line(Guard guard, Optional<Catch> caught) {
    String rest =
        caught
            .map(
                it ->
                    "%s | %s | %s | %s | %.1f s"
                        .formatted(
                            it.by(),
                            it.where(),
                            it.steps(),
                            it.promise(),
                            it.after().toMillis() / 1000.0))
            .orElse("NOBODY | | | |");
    return "| %s | %s | %s |%n".formatted(guard.id(), guard.protects(), rest);
  }
}
