package dev.effectivelyonce.simulation.exploration;

/**
 * One step of a history.
 *
 * @param kind what happens
 * @param actor to whom; for {@link Kind#ARRIVE} the index of the late call; else 0
 * @param choice for {@link Kind#HANDLE} the index of the handler's step; else 0
 */
record Action(Kind kind, int actor, int choice) {
  /** What happens. */
  enum Kind {
    /** A delivery begins. */
    BEGIN,
    /** The store takes a call. */
    APPLY,
    /** Its answer arrives. */
    ANSWER,
    /** The handler takes a step. */
    HANDLE,
    /** A pause ends. */
    RESUME,
    /** A unit of time passes. */
    TICK,
    /** The request is lost; its caller gives up. */
    LOSE_REQUEST,
    /** The answer is lost; its caller gives up. */
    LOSE_ANSWER,
    /** The answer is lost, and the SDK sends the request again. */
    RESEND,
    /** The caller gives up, and the request may still arrive. */
    DELAY,
    /** A request arrives whose caller has given up. */
    ARRIVE,
    /** The worker dies. */
    CRASH,
    /** Time moves past the retention of every record. */
    EXPIRE
  }

  static Action of(Kind kind) {
    return new Action(kind, 0, 0);
  }

  static Action of(Kind kind, int actor) {
    return new Action(kind, actor, 0);
  }
}
