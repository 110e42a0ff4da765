package dev.effectivelyonce.local.demo.plan;

import static dev.effectivelyonce.local.demo.plan.DemoConsumer.FULFILMENT;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.LEDGER;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.ORDERS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.PAYMENTS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.RECEIPTS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.REQUESTS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.SHIPMENTS;
import static dev.effectivelyonce.local.demo.plan.Kind.Fate.APPLIED;
import static dev.effectivelyonce.local.demo.plan.Kind.Fate.EXHAUSTED;
import static dev.effectivelyonce.local.demo.plan.Kind.Fate.FAILED;
import static dev.effectivelyonce.local.demo.plan.Kind.Fault.DEADLY;
import static dev.effectivelyonce.local.demo.plan.Kind.Fault.NONE;
import static dev.effectivelyonce.local.demo.plan.Kind.Fault.REPORTED;

import java.util.Optional;
import java.util.Set;

/** What an event is made to go through, and how many events of which consumers are. */
public enum Kind {
  /** The handler takes long, so that copies arrive while the event is in flight. */
  SLOW(APPLIED, "slow:1000", NONE, 4, ORDERS, LEDGER, REQUESTS),
  /** The first attempt fails and may be retried. */
  RETRYABLE_ONCE(
      APPLIED, "fail-retryable", REPORTED, 8, ORDERS, PAYMENTS, LEDGER, REQUESTS, SHIPMENTS),
  /** Every attempt fails and may be retried, until the queue gives up. */
  RETRYABLE_ALWAYS(EXHAUSTED, "fail-retryable!", REPORTED, 2, ORDERS, PAYMENTS, LEDGER),
  /** The handler refuses the event for good; each attempt does, since a process may die in one. */
  PERMANENT(FAILED, "fail-permanent!", REPORTED, 6, ORDERS, PAYMENTS, LEDGER, SHIPMENTS),
  /** A payment over its account's balance. */
  OVER_BALANCE(FAILED, "", REPORTED, 6, PAYMENTS, LEDGER, REQUESTS),
  /** Another payload comes under its key when it is done; these consumers name a fingerprint. */
  KEY_REUSED(APPLIED, "", NONE, 4, ORDERS, PAYMENTS, REQUESTS, SHIPMENTS),
  /** The process of the first attempt dies before the effect. */
  CRASH_BEFORE(APPLIED, "crash-before-effect", DEADLY, 0, DemoConsumer.values()),
  /**
   * The process of the first attempt dies when the handler has returned. An order is written by
   * then; a payment is not, since it is committed with its completion.
   */
  CRASH_AFTER(APPLIED, "crash-after-effect", DEADLY, 0, DemoConsumer.values()),
  /** The first attempt never returns and is killed with its process. */
  TIMEOUT(APPLIED, "timeout", DEADLY, 0, ORDERS, PAYMENTS, RECEIPTS, LEDGER, REQUESTS, SHIPMENTS),
  /**
   * The first attempt outlives its invocation and its lease, in a process that is stopped half way.
   * The process goes on when another attempt is done. The attempt is so slow that it can be stopped
   * in time.
   */
  ZOMBIE(
      APPLIED, "slow:45000", DEADLY, 0, ORDERS, PAYMENTS, FULFILMENT, RECEIPTS, LEDGER, REQUESTS),
  /** An order that is to be shipped: a message to fulfilment is written with its completion. */
  TO_SHIP(APPLIED, "", NONE, 20, ORDERS),
  /** An order whose customer's card is declined. */
  DECLINED(FAILED, "", REPORTED, 40, FULFILMENT),
  /** An order of an article that is recalled once it is charged. */
  RECALLED(FAILED, "", REPORTED, 40, FULFILMENT),
  /** An order whose process dies between the gateway's charge and the note of it. */
  CRASH_IN_CHARGE(APPLIED, "crash-in-step:charge", DEADLY, 0, FULFILMENT),
  /** A recalled order whose process dies between the gateway's refund and the note of it. */
  CRASH_IN_REFUND(FAILED, "crash-in-step:charge.undo", DEADLY, 0, FULFILMENT),
  /** Nothing: all the rest. */
  PLAIN(APPLIED, "", NONE, 0);

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

  /** No more than accounts: two that hold up one account would share its receives. */
  private static final int MOST = 40;

  private final Fate fate;
  private final String simulate;
  private final Fault fault;
  private final int perMille;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of makes it so.
  private final Set<DemoConsumer> consumers;

  Kind(Fate fate, String simulate, Fault fault, int perMille, DemoConsumer... consumers) {
    this.fate = fate;
    this.simulate = simulate;
    this.fault = fault;
    this.perMille = perMille;
    this.consumers = Set.of(consumers);
  }

  /** Returns what becomes of it where no process dies in its way. */
  public Fate fate() {
    return fate;
  }

  /** Returns how its first attempt ends. */
  public Fault fault() {
    return fault;
  }

  /** Returns whether its first attempt ends before the effect, if its fault happens at all. */
  public boolean endsBeforeItsEffect() {
    return switch (this) {
      case RETRYABLE_ONCE, RETRYABLE_ALWAYS, PERMANENT, CRASH_BEFORE, TIMEOUT -> true;
      default -> false;
    };
  }

  /** The {@code simulate} attribute of its messages. */
  public Optional<String> simulate() {
    return Optional.of(simulate).filter(text -> !text.isEmpty());
  }

  /**
   * Returns how many of a consumer's events are of this kind. Of those that kill a process it is
   * one, whatever the size: each costs the start of a JVM, and takes its whole batch along.
   */
  int count(DemoConsumer consumer, int events) {
    if (!consumers.contains(consumer)) {
      return 0;
    }
    return fault == DEADLY ? 1 : Math.clamp(events * perMille / 1000, 2, MOST);
  }
}
