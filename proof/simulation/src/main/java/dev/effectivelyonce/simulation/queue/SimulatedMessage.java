package dev.effectivelyonce.simulation.queue;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A message in a queue. */
public final class SimulatedMessage {
  private final Draft draft;
  private final long number;
  private final Instant sentAt;
  Optional<String> movedFrom = Optional.empty();
  Instant visibleAt;
  int receives;
  String receipt = "";

  /** The body of a message, the id it comes with, the group, and its text attributes. */
  public record Draft(
      String id,
      String body,
      Optional<String> group,
      Optional<String> deduplicationId,
      Map<String, String> attributes) {
    /** A message without attributes. */
    public Draft(String id, String body, Optional<String> group, Optional<String> deduplicationId) {
      this(id, body, group, deduplicationId, Map.of());
    }
  }

  SimulatedMessage(Draft draft, long number, Instant sentAt, Instant visibleAt) {
    this.draft = draft;
    this.number = number;
    this.sentAt = sentAt;
    this.visibleAt = visibleAt;
  }

  /** SQS's id of it. */
  public String id() {
    return draft.id();
  }

  /** Its body. */
  public String body() {
    return draft.body();
  }

  /** Its message group. */
  public Optional<String> group() {
    return draft.group();
  }

  /** Its place in its queue: later ones are greater. */
  public long number() {
    return number;
  }

  /** How often it was received from its queue. */
  public int receives() {
    return receives;
  }

  /** Its text attributes. */
  public Map<String, String> attributes() {
    return draft.attributes();
  }

  Draft draft() {
    return draft;
  }

  Instant sentAt() {
    return sentAt;
  }

  boolean isVisible(Instant now) {
    return !now.isBefore(visibleAt);
  }

  @Override
  public String toString() {
    return id() + " (" + body() + ")";
  }
}
