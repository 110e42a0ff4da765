package dev.effectivelyonce.simulation.queue;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A message in a queue. */
public final class SimulatedMessage {
  private final String id;
  private final String body;
  private final Optional<String> group;
  private final Optional<String> deduplicationId;
  private final Map<String, String> attributes;
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
    this.id = draft.id();
    this.body = draft.body();
    this.group = draft.group();
    this.deduplicationId = draft.deduplicationId();
    this.attributes = draft.attributes();
    this.number = number;
    this.sentAt = sentAt;
    this.visibleAt = visibleAt;
  }

  /** SQS's id of it. */
  public String id() {
    return id;
  }

  /** Its body. */
  public String body() {
    return body;
  }

  /** Its message group. */
  public Optional<String> group() {
    return group;
  }

  /** Its place in its queue: later ones are greater. */
  public long number() {
    return number;
  }

  /** How often it was received from its queue. */
  public int receives() {
    return receives;
  }

  Optional<String> deduplicationId() {
    return deduplicationId;
  }

  /** Its text attributes. */
  public Map<String, String> attributes() {
    return attributes;
  }

  Instant sentAt() {
    return sentAt;
  }

  boolean isVisible(Instant now) {
    return !now.isBefore(visibleAt);
  }
}
