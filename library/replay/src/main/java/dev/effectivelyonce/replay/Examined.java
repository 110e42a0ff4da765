package dev.effectivelyonce.replay;

import java.util.Optional;

/**
 * A dead letter that a run has examined. It holds no content, and its key as a hash alone, since it
 * ends up in reports and logs.
 *
 * @param messageId SQS's id of the dead letter
 * @param keyHash the hash of its business key; empty where it has none
 * @param decision what became of it, or would in a dry run
 * @param problem what went wrong, in one sentence; a message that was sent and could not be deleted
 *     has one too
 */
public record Examined(
    String messageId, Optional<String> keyHash, ReplayDecision decision, Optional<String> problem) {

  static Examined of(DeadLetter letter, Candidate candidate, ReplayDecision decision) {
    Optional<String> problem =
        decision instanceof ReplayDecision.Unreadable(String why)
            ? Optional.of(why)
            : Optional.empty();
    return new Examined(letter.id(), candidate.id().map(id -> id.keyHash()), decision, problem);
  }

  Examined withProblem(String what) {
    return new Examined(messageId, keyHash, decision, Optional.of(what));
  }

  /** Returns whether SQS or the store failed, rather than the message. */
  boolean isFault() {
    return decision instanceof ReplayDecision.Leave(LeaveReason reason) && reason.isFault();
  }
}
