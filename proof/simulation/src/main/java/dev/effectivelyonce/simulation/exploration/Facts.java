package dev.effectivelyonce.simulation.exploration;

/**
 * What is known from outside about one attempt, to judge it by.
 *
 * @param flags what happened to it
 * @param owner the id under which it claims
 * @param leaseUntilMillis when its claim lapses, by the clock of its worker
 * @param deadlineMillis when the platform would end it, by true time
 */
record Facts(int flags, String owner, long leaseUntilMillis, long deadlineMillis) {
  static final Facts NONE = new Facts(0, "", 0, 0);

  /** Its handler was started. */
  static final int STARTED = 1;

  /** Its handler ended, however. */
  static final int ENDED = 1 << 1;

  /** Its effect happened. */
  static final int EFFECT = 1 << 2;

  /** Its handler said that nothing happened. */
  static final int RETRIED = 1 << 3;

  /** Its handler threw. */
  static final int THREW = 1 << 4;

  /** Its handler failed for good. */
  static final int FAILED = 1 << 5;

  /** Its completion is in the store. */
  static final int COMPLETED = 1 << 6;

  /** Its worker died. */
  static final int CRASHED = 1 << 7;

  /** A write of it may still arrive, or has arrived late. */
  static final int DELAYED = 1 << 8;

  /** The call that gave its claim back, or ended its run with nothing done, went wrong. */
  static final int RELEASE_FAULT = 1 << 10;

  /** Its last call of the store found or made the record its own. */
  static final int OWNS = 1 << 11;

  /** Another life of the record began, or an operator decided about what it left. */
  static final int PAST = 1 << 9;

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  Facts with(int flag) {
    return new Facts(flags | flag, owner, leaseUntilMillis, deadlineMillis);
  }

  Facts without(int flag) {
    return new Facts(flags & ~flag, owner, leaseUntilMillis, deadlineMillis);
  }

  Facts claimingAs(String name) {
    return new Facts(flags, name, leaseUntilMillis, deadlineMillis);
  }

  /** Whether its handler runs and the platform has not ended it at this true time. */
  boolean isRunning(long nowMillis) {
    return has(STARTED) && !has(ENDED) && !has(CRASHED) && nowMillis < deadlineMillis;
  }

  long hash() {
    return Hash.mix(Hash.mix(flags, Hash.of(owner)), Hash.mix(leaseUntilMillis, deadlineMillis));
  }
}
