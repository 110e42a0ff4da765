package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.QueueCounts.fate;
import static dev.effectivelyonce.local.demo.check.QueueCounts.kind;

import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import java.util.function.Predicate;

/**
 * The counts that the plan implies for one queue. Where no process died there is one number for
 * each; a death widens it by the events that were in the dead process's batch, and no further.
 */
final class Expectation {
  private final QueueCounts census;
  private final boolean reruns;

  Expectation(Evidence evidence, QueueCounts census) {
    this.census = census;
    this.reruns = evidence.rules().allowsRepeats();
  }

  /** Events of fate APPLIED; fewer by those held, more by failures whose first attempt died. */
  Range processed() {
    long planned = census.events(fate(Fate.APPLIED));
    return Range.between(planned - census.events(this::mayEndOtherwise), planned + survivors());
  }

  /** The same, less what may have been repeated. */
  Range processedOnce() {
    Range processed = processed();
    long repeatable = census.events(census::mayRepeat);
    return Range.between(processed.least() - repeatable, processed.most());
  }

  /** All messages of the events that are processed, but one for each and those given up. */
  Range skipped() {
    Predicate<Event> applied = fate(Fate.APPLIED);
    long planned = census.messages(applied) - census.events(applied);
    Predicate<Event> survived = kind(Kind.PERMANENT).and(census::died);
    long more = reruns ? census.messages(survived) - census.events(survived) : 0;
    long fewer =
        census.messages(this::mayEndOtherwise)
            + census.givenUp(applied.and(event -> !mayEndOtherwise(event)));
    return Range.between(planned - fewer, planned + more);
  }

  /** Each whose first attempt surely fails. */
  Range takenOver() {
    Predicate<Event> surely =
        event ->
            event.kind().fate() == Fate.APPLIED
                && (event.kind().fault() == Fault.REPORTED
                    || (reruns && event.kind().fault() == Fault.DEADLY));
    return Range.atLeast(census.events(surely.and(event -> !mayEndOtherwise(event))));
  }

  /** Each that fails once, and then succeeds. */
  Range retried() {
    Predicate<Event> retried = kind(Kind.RETRYABLE_ONCE);
    long planned = census.events(retried);
    return Range.between(planned - census.events(retried.and(this::mayEndOtherwise)), planned);
  }

  /** Under HOLD, what was in the batch of a process that died. */
  Range held() {
    if (reruns) {
      return Range.exactly(0);
    }
    Predicate<Event> surely =
        event ->
            event.kind().fault() == Fault.DEADLY
                && event.kind() != Kind.ZOMBIE
                && census.deaths(event) == 1;
    // A claim that a fault took uses up the first attempt, and with it the planned crash.
    long least = census.isDisturbed() ? 0 : census.events(surely);
    return Range.between(least, census.events(census::died));
  }

  /** Events of a fate that is not APPLIED. */
  Range ended(Fate fate) {
    long planned = census.events(fate(fate));
    long more = fate == Fate.EXHAUSTED ? census.events(this::isGivenUp) : 0;
    return Range.between(planned - census.events(fate(fate).and(census::died)), planned + more);
  }

  /** Faults used up the receives of an event that would have been applied. */
  private boolean isGivenUp(Event event) {
    return event.kind().fate() == Fate.APPLIED && census.isDisturbed() && census.isExcused(event);
  }

  /** Messages of events of a kind that ends in the dead-letter queue. */
  Range deadLettered(Kind kind) {
    long planned = census.messages(kind(kind));
    return Range.between(planned - census.messages(kind(kind).and(census::died)), planned);
  }

  /** Messages that HOLD keeps for an operator. */
  Range deadLetteredHeld() {
    return reruns ? Range.exactly(0) : Range.between(0, census.messages(census::died));
  }

  /** Each zombie's: it goes on when another attempt is done. A fault may come before it. */
  Range lateCompletionsRefused() {
    Predicate<Event> zombie = kind(Kind.ZOMBIE);
    long planned = census.events(zombie);
    long least =
        census.isDisturbed()
            ? census.zombiesLate()
            : planned - census.events(zombie.and(this::mayEndOtherwise).and(census::isExcused));
    return Range.between(least, planned);
  }

  private boolean mayEndOtherwise(Event event) {
    return event.kind().fate() == Fate.APPLIED
        && (census.isExcused(event) || (!reruns && census.died(event)));
  }

  private long survivors() {
    return reruns ? census.events(kind(Kind.PERMANENT).and(census::died)) : 0;
  }
}
