package dev.effectivelyonce.core.handler;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Instant;
import java.util.Optional;

/**
 * One run of a handler, under a claim unless the consumer only observes.
 *
 * @param consumer the consumer of the handler
 * @param key the business key; {@link BusinessKey#readable()} may be personal data
 * @param id the record
 * @param owner the attempt's unique id
 * @param number the number of the attempt, from 1; above 1 an earlier attempt did not complete and
 *     may have had an effect; 0 without a claim ({@code ConsumerMode.OBSERVE}), so that others may
 *     have run or be running
 * @param stopAt the time by which the handler should have ended
 * @param steps runs the handler's named effects, and remembers them across attempts; without a
 *     claim it runs them and remembers nothing
 * @param claim whether the attempt still holds its claim
 * @param generation the generation of the record; empty without a claim, or if an earlier release
 *     created the record
 * @param trace the span of the delivery, which the messages of its outbox name as their sender;
 *     empty if there is none
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
    Optional<Generation> generation,
    Optional<TraceParent> trace) {

  /** Creates an attempt for tests of handlers. It remembers no steps and always holds its claim. */
  public Attempt(
      ConsumerName consumer, BusinessKey key, AttemptId owner, int number, Instant stopAt) {
    this(
        consumer,
        key,
        RecordId.of(consumer, key),
        owner,
        number,
        stopAt,
        Steps.unrecorded(RecordId.of(consumer, key)),
        LiveClaim.always(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns this attempt with other steps, for handlers that wrap another. */
  public Attempt withSteps(Steps others) {
    return new Attempt(consumer, key, id, owner, number, stopAt, others, claim, generation, trace);
  }

  /**
   * Returns the id of a message that the event sends. It is the same in every attempt of the
   * record, and differs if the event runs again after the record was forgotten or has expired. The
   * id has 43 characters of {@code A-Z a-z 0-9 _ -}, without personal data.
   *
   * @param name the name of the message in this event
   */
  public String messageId(String name) {
    return id.messageId(generation, name);
  }

  /** Returns whether this is the first attempt. */
  public boolean isFirst() {
    return number == 1;
  }
}
