package dev.effectivelyonce.local.chaos;

/** What may happen to a call on its way. */
public enum Fault {
  /** The request never arrives, and the connection ends. */
  DROP,
  /** The request arrives late; the caller waits. */
  DELAY,
  /** The request arrives twice; the second answer is the one that is given. */
  DUPLICATE,
  /** The request is refused: too many. */
  THROTTLE,
  /** The request arrives and is carried out; the connection ends instead of an answer. */
  CUT
}
