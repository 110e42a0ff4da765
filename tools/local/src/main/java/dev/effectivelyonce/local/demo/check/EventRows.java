package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.QueueCounts.kind;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import java.util.function.Predicate;

/** The rows of orders, payments, receipts and transfers. */
final class EventRows extends QueueRows {
  private final Findings findings;
  private final DemoQueue queue;
  private final Expectation expected;

  EventRows(Evidence evidence, Findings findings, DemoQueue queue) {
    super(evidence, findings, queue);
    this.findings = findings;
    this.queue = queue;
    this.expected = new Expectation(evidence, counts);
  }

  @Override
  void addEvents() {
    Predicate<Event> done = event -> evidence.isCompleted(event) && evidence.hasEffect(event);
    long retried = counts.events(kind(Kind.RETRYABLE_ONCE).and(evidence::wasTakenOver));
    long takenOver = counts.events(evidence::wasTakenOver);
    String surely = "failed, crashed and timed out first";
    String policy = "policy " + evidence.rules().policy();
    rows.row("  duplicates skipped", expected.skipped(), counts.skipped(), "copies sent")
        .row("Processed", expected.processed(), counts.events(done), "events that none refuses")
        .row("  exactly once", expected.processedOnce(), once(done), onceFollowsFrom())
        .row("  retried after a failure", expected.retried(), retried, "fail-retryable")
        .row("  taken over", expected.takenOver(), takenOver, surely)
        .row("Held", expected.held(), having(Status.UNKNOWN), policy)
        .row(
            "Failed for good",
            expected.ended(Fate.FAILED),
            having(Status.FAILED),
            "refused by their handler")
        .row(
            "Released to the end",
            expected.ended(Fate.EXHAUSTED),
            having(Status.RETRYABLE),
            "fail-retryable!");
  }

  private long once(Predicate<Event> done) {
    long again = queue.isPlain() ? 0 : findings.count(Breach.DOUBLE_EFFECT, Section.of(queue));
    return counts.events(done.and(event -> !findings.isRepeated(event))) - again;
  }

  private String onceFollowsFrom() {
    return queue.isPlain() ? "less allowed repeats" : "each of them";
  }

  private long having(Status status) {
    return counts.events(event -> evidence.has(event, status));
  }

  @Override
  Range deadLetteredEvents(Cause cause) {
    return expected.deadLettered(cause);
  }

  @Override
  void addPromises() {
    if (queue.isPlain()) {
      addRepeats();
    } else {
      rows.never("Double effects", Breach.DOUBLE_EFFECT, "written with the completion");
    }
    if (counts.events(kind(Kind.ZOMBIE)) > 0) {
      rows.row(
          "Late completions refused",
          expected.lateCompletionsRefused(),
          counts.zombiesRefused(),
          "each zombie, when another attempt is done");
    }
    rows.never("Completions overwritten", Breach.OVERWRITTEN, "").never("Lost", Breach.LOST, "");
    if (queue == DemoQueue.PAYMENTS) {
      rows.never("Out of order", Breach.OUT_OF_ORDER, "").inStepWithLedger();
    } else if (queue == DemoQueue.LEDGER) {
      rows.inStepWithLedger().never("Numbers that differ", Breach.WRONG_NUMBER, "record and row");
    }
  }

  private void addRepeats() {
    Range mayRepeat = Range.between(0, counts.repeatsAllowed());
    boolean isDisturbed = evidence.isDisturbed();
    String why = isDisturbed ? "died, or lost its answer, after it" : "a process died in between";
    rows.row("Double effects, allowed", mayRepeat, counts.repeats(findings.allowed()), why)
        .row("Double effects, not allowed", 0, counts.repeats(findings.forbidden()), "any other");
  }
}
