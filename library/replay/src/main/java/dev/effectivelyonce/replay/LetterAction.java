package dev.effectivelyonce.replay;

import software.amazon.awssdk.services.sqs.model.Message;

/**
 * The action of a run on the dead letters that its request selects. It is called by several threads
 * at once. An exception that it throws ends the run, which first returns the letters that it holds.
 */
@FunctionalInterface
public interface LetterAction {
  /** The next operation on a dead letter. */
  enum Next {
    /** Leaves the letter in the queue. */
    KEEP,
    /** Deletes the letter. */
    DELETE,
    /** Sends the letter if its decision allows it, and then deletes it. */
    SEND
  }

  /**
   * Decides on a letter before anything is written. If you need to keep any of its content, save it
   * now, because a process that dies later may already have deleted the letter.
   */
  Next next(HeldLetter letter);

  /**
   * Returns the message that the run decides on and sends instead of a letter. Default: the letter.
   */
  default Message edited(Message letter) {
    return letter;
  }

  /**
   * Returns whether the run may send or delete a letter by another decision than {@link #next} saw.
   * Decisions change if another writer changes the record while the letter waits for its turn, or
   * while the record is being reopened. If this returns false, the letter stays, as {@link
   * LeaveReason#CONTESTED}. Default: true.
   */
  default boolean accepts(HeldLetter latest) {
    return true;
  }

  /** Returns the action of a replay. */
  static LetterAction replay() {
    return letter -> {
      ReplayDecision decision = letter.decision();
      if (decision.sends()) {
        return Next.SEND;
      }
      return decision instanceof ReplayDecision.Skip ? Next.DELETE : Next.KEEP;
    };
  }

  /** Returns the action that leaves every letter. */
  static LetterAction none() {
    return letter -> Next.KEEP;
  }
}
