package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import java.util.ArrayList;
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
    /** The exploration of all interleavings. */
    record Exploration() implements Catcher {}

    /**
     * The simulation.
     *
     * @param store of its histories
     * @param source of their messages
     */
    record Simulation(StoreModel store, SourceModel source) implements Catcher {
      Simulation() {
        this(StoreModel.DYNAMODB, SourceModel.SQS);
      }
    }

    /**
     * Tests, because no history breaks a promise without it.
     *
     * @param tests the class that is run
     * @param why no history does
     */
    record Tests(String tests, String why) implements Catcher {}
  }

  static Guard of(String id, String protects, String file, Edit edit, Catcher catcher) {
    return new Guard(id, protects, file, List.of(edit), catcher);
  }

  static Guard explored(
      String id, String protects, String file, String snippet, String replacement) {
    return of(id, protects, file, new Edit(snippet, replacement), new Catcher.Exploration());
  }

  static Guard simulated(
      String id, String protects, String file, String snippet, String replacement) {
    return of(id, protects, file, new Edit(snippet, replacement), new Catcher.Simulation());
  }

  /** The same rule, noticed by histories over another store. */
  Guard over(StoreModel store) {
    return new Guard(id, protects, file, edits, new Catcher.Simulation(store, SourceModel.SQS));
  }

  /** The same rule, noticed by histories with messages from another source. */
  Guard of(SourceModel source) {
    return new Guard(
        id, protects, file, edits, new Catcher.Simulation(StoreModel.DYNAMODB, source));
  }

  /** The same rule, noticed by tests of the library. */
  Guard seenBy(String tests, String why) {
    return new Guard(
        id, protects, file, edits, new Catcher.Tests("dev.effectivelyonce." + tests, why));
  }

  Guard and(String snippet, String replacement) {
    List<Edit> both = new ArrayList<>(edits);
    both.add(new Edit(snippet, replacement));
    return new Guard(id, protects, file, List.copyOf(both), catcher);
  }
}
