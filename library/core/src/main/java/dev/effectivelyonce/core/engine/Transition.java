package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of one delivery. Each delivery has at most one transition that starts it ({@link
 * Kind#CLAIMED}, {@link Kind#TAKEN_OVER} or {@link Kind#WOULD_SKIP}) and exactly one that ends it.
 * Before a transition that ends it as a duplicate, there may be remarks ({@link
 * Kind#FOREIGN_DUPLICATE}, {@link Kind#OTHER_PAYLOAD}).
 *
 * @param kind what happened
 * @param consumer the consumer that handles the delivery
 * @param id the record
 * @param owner the id of the attempt that this delivery made or would have made
 * @param attempt the number of the attempt; 0 if it holds no claim
 * @param at the time by the local clock
 * @param elapsed the time since the delivery began
 * @param held the time since its attempt acquired the claim; empty if it holds none
 * @param why the reason, if there is one
 * @param thrown the exception that the handler threw; empty if it threw none, or one of this
 *     library's own; the exception's message may contain personal data
 */
public record Transition(
    Kind kind,
    ConsumerName consumer,
    RecordId id,
    AttemptId owner,
    int attempt,
    Instant at,
    Duration elapsed,
    Optional<Duration> held,
    Optional<ErrorSummary> why,
    Optional<Throwable> thrown) {
  /** The kind of a transition. */
  public enum Kind {
    /** The record is new, and it is claimed. The handler is about to start. */
    CLAIMED,
    /** The claim of a released or abandoned attempt is taken over; the handler will start. */
    TAKEN_OVER,
    /**
     * No claim was acquired, for the reason given. The handler is about to start nevertheless: the
     * consumer only observes ({@link ConsumerMode#OBSERVE}).
     */
    WOULD_SKIP,
    /** The handler completed, and its record is completed or it ran without a claim. */
    EXECUTED,
    /** The event was done before. */
    DUPLICATE,
    /**
     * A remark on a duplicate: a function with another name handled the event. Two consumers have
     * the same name and lose each other's messages, unless the function was renamed.
     */
    FOREIGN_DUPLICATE,
    /**
     * A remark on a duplicate of a consumer without a fingerprint: the message that was handled had
     * another body. A producer may have used the key twice, or sent the event again with a new
     * timestamp.
     */
    OTHER_PAYLOAD,
    /** Another attempt holds the claim. */
    IN_FLIGHT,
    /** The handler ran, and the next attempt may run it again. */
    RELEASED,
    /** The handler ran and failed for good. */
    FAILED,
    /** The event failed for good before. */
    ALREADY_FAILED,
    /** The event waits for an operator. */
    HELD,
    /** The key was used with another payload. */
    KEY_REUSED,
    /** The handler ran, but its attempt no longer held the claim. */
    SUPERSEDED,
    /** The handler did not run because too little time was left. */
    NOT_STARTED,
    /** The store could not be used; the handler did not run. */
    STORE_FAILED,
    /** The handler ran; the store could not be used to record the outcome. */
    UNRECORDED
  }
}
