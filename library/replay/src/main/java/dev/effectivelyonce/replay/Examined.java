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

  Examined withDecision(ReplayDecision other) {
    return new Examined(messageId, keyHash, other, problem);
  }

  Examined withProblem(String what) {
    return new Examined(messageId, keyHash, decision, Optional.of(what));
  }

  /** Returns whether SQS or the store failed, rather than the message. */
  boolean isFault() {
    return decision instanceof ReplayDecision.Leave(LeaveReason reason) && reason.isFault();
  }
}
