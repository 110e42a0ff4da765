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
record Expectation(Evidence evidence, QueueCounts counts) {
  /** Events of fate APPLIED; fewer by those held, more by failures whose first attempt died. */
  Range processed() {
    long planned = counts.events(fate(Fate.APPLIED));
    long survivors = reruns() ? counts.events(kind(Kind.PERMANENT).and(evidence::died)) : 0;
    return Range.between(planned - counts.events(this::mayEndOtherwise), planned + survivors);
  }

  /** The same, less what may have been repeated. */
  Range processedOnce() {
    long repeatable = counts.events(event -> evidence.repeatsAllowed(event) > 0);
    return Range.between(processed().least() - repeatable, processed().most());
  }

  /** All messages of the events that are processed, but one for each and those given up. */
  Range skipped() {
    Predicate<Event> applied = fate(Fate.APPLIED);
    long planned = counts.copies(applied);
    long more = reruns() ? counts.copies(kind(Kind.PERMANENT).and(evidence::died)) : 0;
    long fewer =
        counts.messages(this::mayEndOtherwise)
            + counts.givenUp(applied.and(event -> !mayEndOtherwise(event)));
    return Range.between(planned - fewer, planned + more);
  }

  /** Each whose first attempt surely fails. */
  Range takenOver() {
    Predicate<Event> surely =
        event ->
            event.kind().fault() == Fault.REPORTED
                || (reruns() && event.kind().fault() == Fault.DEADLY);
    return Range.atLeast(
        counts.events(surely.and(fate(Fate.APPLIED)).and(event -> !mayEndOtherwise(event))));
  }

  /** Each that fails once, and then succeeds. */
  Range retried() {
    return fewerBy(this::mayEndOtherwise, kind(Kind.RETRYABLE_ONCE), 0);
  }

  /** Under HOLD, what was in the batch of a process that died. */
  Range held() {
    if (reruns()) {
      return Range.exactly(0);
    }
    Predicate<Event> surely =
        event ->
            event.kind().fault() == Fault.DEADLY
                && event.kind() != Kind.ZOMBIE
                && evidence.deaths(event) == 1;
    // A claim that a fault took uses up the first attempt, and with it the planned crash.
    long least = evidence.isDisturbed() ? 0 : counts.events(surely);
    return Range.between(least, counts.events(evidence::died));
  }

  /** Events of a fate that is not APPLIED; deaths and faults may exhaust others too. */
  Range ended(Fate fate) {
    Predicate<Event> isGivenUp = event -> evidence.isExcused(event) && fate == Fate.EXHAUSTED;
    long more = counts.events(fate(Fate.APPLIED).and(isGivenUp));
    return fewerBy(evidence::died, fate(fate), more);
  }

  /** Messages in the dead-letter queue for a cause. */
  Range deadLettered(Cause cause) {
    return switch (cause) {
      case PERMANENT, OVER_BALANCE, NO_ACCOUNT, EXHAUSTED -> {
        Predicate<Event> which = event -> Cause.of(event.kind()).filter(cause::equals).isPresent();
        long planned = counts.messages(which);
        yield Range.between(planned - counts.messages(which.and(evidence::died)), planned);
      }
      case HELD -> Range.between(0, reruns() ? 0 : counts.messages(evidence::died));
      case WORN_OUT -> Range.between(0, counts.wornOut());
      default -> Range.exactly(0);
    };
  }

  /** Each zombie's: it goes on when another attempt is done. A fault may come before it. */
  Range lateCompletionsRefused() {
    Predicate<Event> zombie = kind(Kind.ZOMBIE);
    return evidence.isDisturbed()
        ? Range.between(counts.zombiesLate(), counts.events(zombie))
        : fewerBy(event -> mayEndOtherwise(event) && evidence.isExcused(event), zombie, 0);
  }

  private Range fewerBy(Predicate<Event> otherwise, Predicate<Event> which, long more) {
    long planned = counts.events(which);
    return Range.between(planned - counts.events(which.and(otherwise)), planned + more);
  }

  private boolean mayEndOtherwise(Event event) {
    return event.kind().fate() == Fate.APPLIED
        && (evidence.isExcused(event) || (!reruns() && evidence.died(event)));
  }

  private boolean reruns() {
    return evidence.rules().allowsRepeats();
  }
}
