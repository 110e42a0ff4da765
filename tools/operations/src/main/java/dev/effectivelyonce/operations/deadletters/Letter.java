package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.operations.record.State;
import dev.effectivelyonce.replay.HeldLetter;
import dev.effectivelyonce.replay.ReplayDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A dead letter in a list, without its content.
 *
 * @param messageId SQS's id
 * @param keyHash the hash of its business key; empty where it has none
 * @param state what its record means; empty where it could not be read
 * @param decision what a replay would do
 * @param cause its record's error or its own problem, in words that letters of one cause share
 * @param problem of the letter itself, such as why it can't be read
 * @param error of its record
 * @param sentAt when it was sent; in a FIFO dead-letter queue, moved there
 * @param age since then
 * @param receives how often it was received since
 * @param attempt the number of the record's last attempt; 0 without a record
 * @param group its message group
 */
public record Letter(
    String messageId,
    Optional<String> keyHash,
    Optional<State> state,
    ReplayDecision decision,
    String cause,
    Optional<String> problem,
    Optional<String> error,
    Optional<Instant> sentAt,
    Optional<Duration> age,
    int receives,
    int attempt,
    Optional<String> group) {
  /** Returns what is shown of a letter. */
  public static Letter of(HeldLetter held, Instant now) {
    Optional<Instant> sentAt = held.facts().sentAt();
    return new Letter(
        held.message().messageId(),
        held.id().map(RecordId::keyHash),
        held.isUnknown() ? Optional.empty() : Optional.of(State.of(held.record(), now)),
        held.decision(),
        held.cause(),
        held.problem(),
        held.record().flatMap(IdempotencyRecord::error).map(Object::toString),
        sentAt,
        sentAt.map(at -> Duration.between(at, now)),
        held.facts().receiveCount(),
        held.record().map(IdempotencyRecord::attempt).orElse(0),
        held.facts().messageGroup());
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    return Json.with("messageId", messageId)
        .and("keyHash", keyHash)
        .and("state", state)
        .and("replayWould", decision.label())
        .and("problem", problem)
        .and("error", error)
        .and("cause", cause)
        .and("sentAt", sentAt)
        .and("ageSeconds", age.map(Duration::toSeconds))
        .and("receives", receives)
        .and("attempt", attempt)
        .and("group", group)
        .node();
  }
}
