package dev.effectivelyonce.core.handler;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Instant;
import java.util.Optional;

/**
 * One run of a handler, under a claim unless the consumer only observes.
 *
 * @param consumer whose handler it is
 * @param key the business key; {@link BusinessKey#readable()} may be personal data
 * @param id the record
 * @param owner the attempt's unique id
 * @param number from 1; above 1 an earlier attempt did not complete, and may have had an effect; 0
 *     without a claim ({@code ConsumerMode.OBSERVE}): others may have run, or run now
 * @param stopAt when the handler should have ended
 * @param steps runs the handler's named effects, and remembers them across attempts; without a
 *     claim it runs them and remembers nothing
 * @param claim whether the attempt still holds its claim
 * @param generation of the record; empty where an earlier release made it, and without a claim
 */
public record Attempt(
    ConsumerName consumer,
    BusinessKey key,
    RecordId id,
    AttemptId owner,
    int number,
    Instant stopAt,
    Steps steps,
    LiveClaim claim,
    Optional<Generation> generation) {

  /** Makes an attempt that remembers no steps and keeps its claim, for tests of handlers. */
  public Attempt(
      ConsumerName consumer,
      BusinessKey key,
      RecordId id,
      AttemptId owner,
      int number,
      Instant stopAt) {
    this(
        consumer,
        key,
        id,
        owner,
        number,
        stopAt,
        Steps.unrecorded(id),
        LiveClaim.always(),
        Optional.empty());
  }

  /** Returns this attempt with other steps, for handlers that wrap another. */
  public Attempt withSteps(Steps others) {
    return new Attempt(consumer, key, id, owner, number, stopAt, others, claim, generation);
  }

  /**
   * Returns the id of a message that the event sends, the same in every attempt of the record. It
   * is another one if the record was forgotten or has expired, and the event runs again. 43
   * characters of {@code A-Z a-z 0-9 _ -}, without personal data.
   *
   * @param name of the message in this event
   */
  public String messageId(String name) {
    return id.messageId(generation, name);
  }

  /** Returns whether no attempt came before. */
  public boolean isFirst() {
    return number == 1;
  }
}
