package dev.effectivelyonce.metrics;

import java.util.Optional;

/** Knows whether Lambda reads an event source. */
@FunctionalInterface
public interface SourceStates {
  /**
   * Returns why nothing is read by way of an event source mapping; empty if it is read. A mapping
   * whose state can't be read counts as stopped.
   *
   * @param mappingId the mapping's id, a UUID
   */
  Optional<String> whyStopped(String mappingId);
}
