package dev.effectivelyonce.simulation.guards;

import java.util.List;

/**
 * A rule of the production code that can be switched off, as a change of one source file.
 *
 * @param id its name
 * @param protects what breaks without it
 * @param file the source file, from the root of the project
 * @param edits how it is switched off
 * @param catcher who notices
 */
record Guard(String id, String protects, String file, List<Edit> edits, Catcher catcher) {
  /**
   * A change of the source.
   *
   * @param snippet occurs exactly once, whatever its line breaks and indents
   * @param replacement what stands there instead
   */
  record Edit(String snippet, String replacement) {}

  /** Who notices that a guard is off. */
  sealed interface Catcher {
    /**
     * The exploration.
     *
     * @param scenario is explored first
     */
    record Exploration(String scenario) implements Catcher {}

    /**
     * The simulation.
     *
     * @param seed is run first
     */
    record Simulation(long seed) implements Catcher {}

    /**
     * Tests, because no history can show it.
     *
     * @param tests the class that is run
     * @param why no history can
     */
    record Tests(String tests, String why) implements Catcher {}
  }

  static Guard explored(
      String id,
      String protects,
      String file,
      String snippet,
      String replacement,
      String scenario) {
    return new Guard(
        id,
        protects,
        file,
        List.of(new Edit(snippet, replacement)),
        new Catcher.Exploration(scenario));
  }

  static Guard simulated(
      String id, String protects, String file, String snippet, String replacement, long seed) {
    return new Guard(
        id, protects, file, List.of(new Edit(snippet, replacement)), new Catcher.Simulation(seed));
  }

  Guard and(String snippet, String replacement) {
    List<Edit> both = new java.util.ArrayList<>(edits);
    both.add(new Edit(snippet, replacement));
    return new Guard(id, protects, file, List.copyOf(both), catcher);
  }
}
