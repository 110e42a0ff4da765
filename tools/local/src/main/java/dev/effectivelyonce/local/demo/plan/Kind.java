package dev.effectivelyonce.local.demo.plan;

import java.util.Optional;

/** What an event is made to go through. */
public enum Kind {
  /** Nothing. */
  PLAIN(Fate.APPLIED, "", Fault.NONE),
  /** The handler takes long, so that copies arrive while the event is in flight. */
  SLOW(Fate.APPLIED, "slow:1000", Fault.NONE),
  /** The first attempt fails and may be retried. */
  RETRYABLE_ONCE(Fate.APPLIED, "fail-retryable", Fault.REPORTED),
  /** Every attempt fails and may be retried, until the queue gives up. */
  RETRYABLE_ALWAYS(Fate.EXHAUSTED, "fail-retryable!", Fault.REPORTED),
  /** The handler refuses the event for good; each attempt does, since a process may die in one. */
  PERMANENT(Fate.FAILED, "fail-permanent!", Fault.REPORTED),
  /** A payment over its account's balance. */
  OVER_BALANCE(Fate.FAILED, "", Fault.REPORTED),
  /** A payment of an account that has no row. */
  NO_ACCOUNT(Fate.FAILED, "", Fault.REPORTED),
  /** The process of the first attempt dies before the effect. */
  CRASH_BEFORE(Fate.APPLIED, "crash-before-effect", Fault.DEADLY),
  /**
   * The process of the first attempt dies when the handler has returned. An order is written by
   * then; a payment is not, since it is committed with its completion.
   */
  CRASH_AFTER(Fate.APPLIED, "crash-after-effect", Fault.DEADLY),
  /** The first attempt never returns and is killed with its process. */
  TIMEOUT(Fate.APPLIED, "timeout", Fault.DEADLY),
  /**
   * The first attempt outlives its invocation and its lease, in a process that is stopped half way.
   * The process goes on when another attempt is done. The attempt is so slow that it can be stopped
   * in time.
   */
  ZOMBIE(Fate.APPLIED, "slow:20000", Fault.DEADLY),
  /** An order that is to be shipped: a message to fulfilment is written with its completion. */
  TO_SHIP(Fate.APPLIED, "", Fault.NONE),
  /** An order whose customer's card is declined. */
  DECLINED(Fate.FAILED, "", Fault.REPORTED),
  /** An order of an article that is sold out. */
  SOLD_OUT(Fate.FAILED, "", Fault.REPORTED),
  /** An order of an article that is recalled once it is charged. */
  RECALLED(Fate.FAILED, "", Fault.REPORTED),
  /** An order whose process dies between the gateway's charge and the note of it. */
  CRASH_IN_CHARGE(Fate.APPLIED, "crash-in-step:charge", Fault.DEADLY),
  /** A recalled order whose process dies between the gateway's refund and the note of it. */
  CRASH_IN_REFUND(Fate.FAILED, "crash-in-step:charge.undo", Fault.DEADLY);

  /** What becomes of an event. */
  public enum Fate {
    /** The event has its effect and its record is completed. */
    APPLIED,
    /** The failure of the event is recorded and its messages are dead-lettered. */
    FAILED,
    /** The messages are dead-lettered after as many receives as the queue allows. */
    EXHAUSTED
  }

  /** How the first attempt of an event ends that does not complete. */
  public enum Fault {
    /** The first attempt completes. */
    NONE,
    /** The first attempt reports a failure. */
    REPORTED,
    /** The process of the first attempt dies, or outlives its lease. */
    DEADLY
  }

  private final Fate fate;
  private final String simulate;
  private final Fault fault;

  Kind(Fate fate, String simulate, Fault fault) {
    this.fate = fate;
    this.simulate = simulate;
    this.fault = fault;
  }

  /** Returns what becomes of it where no process dies in its way. */
  public Fate fate() {
    return fate;
  }

  /** Returns how its first attempt ends. */
  public Fault fault() {
    return fault;
  }

  /** The {@code simulate} attribute of its messages. */
  public Optional<String> simulate() {
    return Optional.of(simulate).filter(text -> !text.isEmpty());
  }
}
