package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import java.util.List;

/**
 * A rule of the production code that can be switched off, as a change of one source file.
 *
 * @param part the part of the library that it belongs to, as the page names it
 * @param id its name
 * @param protects what breaks without it
 * @param file the source file, from the root of the project
 * @param edits how it is switched off
 * @param catcher who notices
 */
record Guard(
    String part, String id, String protects, String file, List<Edit> edits, Catcher catcher) {
  /**
   * A change of the source.
   *
   * @param snippet occurs exactly once, whatever its line breaks and indents
   * @param replacement the text that replaces it
   */
  record Edit(String snippet, String replacement) {
    /** The same with one more line in its place. */
    Edit with(String line) {
      return new Edit(snippet, replacement.isEmpty() ? line : replacement + "\n" + line);
    }
  }

  /** Who notices that a guard is off. */
  sealed interface Catcher {
    /** The exploration of all interleavings. */
    record Exploration() implements Catcher {}

    /**
     * The simulation.
     *
     * @param store of its histories
     * @param source of their messages
     */
    record Simulation(StoreModel store, SourceModel source) implements Catcher {}

    /**
     * Tests, because no history breaks a promise without it.
     *
     * @param tests the class that is run
     * @param why no history does
     */
    record Tests(String tests, String why) implements Catcher {}
  }
}
