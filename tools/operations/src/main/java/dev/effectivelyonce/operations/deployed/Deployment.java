package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.util.List;
import java.util.Optional;

/**
 * A function that the configuration names, and what invokes it.
 *
 * @param live the function
 * @param mappings what reads a source for it; none where others invoke it
 */
public record Deployment(LiveFunction live, List<MappingFacts> mappings) {
  /** Copies the mappings. */
  public Deployment {
    mappings = List.copyOf(mappings);
  }

  /** Returns the queue in which it parks what failed for good; empty if it parks nothing. */
  public Optional<String> parkingQueue() {
    return Optional.ofNullable(
            live.main().environment().get(EnvironmentVariables.PARKING_QUEUE_URL))
        .filter(it -> !it.isBlank());
  }

  /** Returns whether it is to read a source, though nothing may do so any more. */
  public boolean isReader() {
    return kind() != SourceKind.FUNCTION || parkingQueue().isPresent();
  }

  /** Returns what it gets its events from, as far as mappings tell. */
  public SourceKind kind() {
    return SourceKind.of(mappings);
  }
}
