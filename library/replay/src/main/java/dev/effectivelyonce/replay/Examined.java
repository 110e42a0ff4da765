package dev.effectivelyonce.replay;

import java.util.Optional;

/**
 * A dead letter that a run has examined. It contains no content, and only a hash of the key,
 * because it ends up in reports and logs.
 *
 * @param messageId SQS's id of the dead letter
 * @param keyHash the hash of its business key; empty if it has none
 * @param decision the decision, or the decision that a replay would have made in a dry run
 * @param problem the problem in one sentence, if there was one; also set for a message that was
 *     sent but could not be deleted
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
