package dev.effectivelyonce.replay;

import software.amazon.awssdk.services.sqs.model.Message;

/**
 * What a run does with the dead letters that its request is about. Called from several threads at
 * once; what it throws ends the run, which first gives back what it holds.
 */
@FunctionalInterface
public interface LetterAction {
  /** The next thing to do with a dead letter. */
  enum Next {
    /** Leave it where it is. */
    KEEP,
    /** Delete it. */
    DELETE,
    /** Send it if its decision says so, and delete it then. */
    SEND
  }

  /**
   * Decides about a letter, before anything is written. If anything of it must be kept, keep it
   * now: a process that dies later may have deleted it.
   */
  Next next(HeldLetter letter);

  /** Returns the message that is judged and sent in the place of a letter. Default: the letter. */
  default Message edited(Message letter) {
    return letter;
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
