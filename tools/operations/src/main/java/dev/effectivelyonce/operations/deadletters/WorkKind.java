package dev.effectivelyonce.operations.deadletters;

import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.LeaveReason;
import dev.effectivelyonce.replay.LetterAction.Next;
import dev.effectivelyonce.replay.ReplayDecision;

/** What is done with letters once they are saved. */
public enum WorkKind {
  /** Leaves them in the queue. */
  EXPORT(Next.KEEP),
  /** Deletes them. */
  DISCARD(Next.DELETE),
  /** Sends them, and deletes them then. */
  RESEND(Next.SEND);

  private final Next next;

  WorkKind(Next next) {
    this.next = next;
  }

  Next next() {
    return next;
  }

  /** Returns whether the work was done to its end. */
  boolean isDone(Examined message) {
    return switch (this) {
      case EXPORT -> true;
      case DISCARD -> !message.decision().label().equals(LeaveReason.DELETE_FAILED.name());
      case RESEND ->
          message.problem().isEmpty()
              && (message.decision().sends() || message.decision() instanceof ReplayDecision.Skip);
    };
  }
}
