package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.simulation.exploration.Scenario.Limits;
import java.util.List;

/**
 * Batches on shared keys: each has a lane for every key, and its lanes' writes go together.
 *
 * @param name for reports
 * @param batches how many there are
 * @param keys how many lanes each has
 * @param limits how much may happen
 */
record BatchScenario(String name, int batches, int keys, Limits limits) {
  /** In every build. */
  static List<BatchScenario> quick() {
    return List.of(
        new BatchScenario("grouped writes, a fault", 2, 2, new Limits(0, 0, 1, 0)),
        new BatchScenario("grouped writes, a crash", 2, 2, new Limits(0, 1, 0, 0)));
  }

  /** With larger bounds. */
  static List<BatchScenario> deep() {
    return List.of(
        new BatchScenario("grouped writes, 2 faults", 2, 2, new Limits(0, 0, 2, 0)),
        new BatchScenario("grouped writes, leases lapse", 2, 2, new Limits(2, 0, 0, 0)),
        new BatchScenario("grouped writes, three lanes", 2, 3, new Limits(0, 0, 0, 0)));
  }

  String bounds() {
    return "%s batches of %s lanes; %s".formatted(batches, keys, limits);
  }
}
