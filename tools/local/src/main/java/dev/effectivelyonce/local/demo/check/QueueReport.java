package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.QueueCounts.kind;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;

/** The lines of one queue, expected beside actual. */
final class QueueReport {
  private final Evidence evidence;
  private final Findings findings;
  private final DemoQueue queue;
  private final QueueCounts census;
  private final Expectation expected;
  private final SectionLines lines;

  QueueReport(Evidence evidence, Findings findings, DemoQueue queue) {
    this.evidence = evidence;
    this.findings = findings;
    this.queue = queue;
    this.lines = new SectionLines(Section.of(queue), findings);
    this.census = new QueueCounts(evidence, queue);
    this.expected = new Expectation(evidence, census);
  }

  List<ReportLine> lines() {
    addMessages();
    addEvents();
    addDeadLetters();
    addPromises();
    return lines.all();
  }

  private void addMessages() {
    long sent = census.sent(message -> true);
    lines.exactly("Messages sent", sent, census.accounted(), "acknowledged + dead-lettered");
    judge("  duplicates skipped", expected.skipped(), census.skipped(), "copies sent");
  }

  private void addEvents() {
    Predicate<Event> done = event -> census.isCompleted(event) && census.hasEffect(event);
    judge("Processed", expected.processed(), census.events(done), "events that none refuses");
    judge("  exactly once", expected.processedOnce(), once(done), onceFollowsFrom());
    judge(
        "  retried after a failure",
        expected.retried(),
        census.events(kind(Kind.RETRYABLE_ONCE).and(census::wasTakenOver)),
        "fail-retryable");
    judge(
        "  taken over",
        expected.takenOver(),
        census.events(census::wasTakenOver),
        "failed, crashed and timed out first");
    judge(
        "Held",
        expected.held(),
        census.events(event -> census.has(event, Status.UNKNOWN)),
        "policy " + evidence.rules().policy());
    judge(
        "Failed for good",
        expected.ended(Fate.FAILED),
        census.events(event -> census.has(event, Status.FAILED)),
        "refused by their handler");
    judge(
        "Released to the end",
        expected.ended(Fate.EXHAUSTED),
        census.events(event -> census.has(event, Status.RETRYABLE)),
        "fail-retryable!");
  }

  private long once(Predicate<Event> done) {
    return switch (queue) {
      case ORDERS, RECEIPTS -> census.events(done.and(event -> !findings.isRepeated(event.id())));
      case PAYMENTS, FULFILMENT ->
          census.events(done) - findings.count(Breach.DOUBLE_EFFECT, Section.of(queue));
    };
  }

  private String onceFollowsFrom() {
    return queue.isPlain() ? "less allowed repeats" : "each of them";
  }

  private void addDeadLetters() {
    lines.deadLetters(new DeadLetters(evidence).counts(queue), this::expectedFor);
  }

  private Range expectedFor(Cause cause) {
    return switch (cause) {
      case NOT_JSON -> Range.exactly(census.sent(Role.NOT_JSON));
      case WRONG_TYPE -> Range.exactly(census.sent(Role.WRONG_TYPE));
      case MISSING_KEY -> Range.exactly(census.sent(Role.MISSING_KEY));
      case BLANK_KEY -> Range.exactly(census.sent(Role.BLANK_KEY));
      case KEY_REUSED -> Range.exactly(census.sent(Role.REUSED_KEY));
      case PERMANENT -> expected.deadLettered(Kind.PERMANENT);
      case OVER_BALANCE -> expected.deadLettered(Kind.OVER_BALANCE);
      case NO_ACCOUNT -> expected.deadLettered(Kind.NO_ACCOUNT);
      case EXHAUSTED -> expected.deadLettered(Kind.RETRYABLE_ALWAYS);
      case HELD -> expected.deadLetteredHeld();
      case WORN_OUT -> Range.between(0, census.wornOut());
      case NOT_DELETED -> census.isDisturbed() ? Range.any() : Range.exactly(0);
      case GIVEN -> census.hasGiven() ? Range.any() : Range.exactly(0);
      case WENT_BACK, STOPPED, NONE -> Range.exactly(0);
    };
  }

  private void addPromises() {
    switch (queue) {
      case ORDERS, RECEIPTS -> addRepeats();
      case PAYMENTS, FULFILMENT ->
          lines.promise("Double effects", Breach.DOUBLE_EFFECT, "written with the completion");
    }
    if (census.events(kind(Kind.ZOMBIE)) > 0) {
      judge(
          "Late completions refused",
          expected.lateCompletionsRefused(),
          census.zombiesRefused(),
          "each zombie, when another attempt is done");
    }
    lines.promise("Completions overwritten", Breach.OVERWRITTEN, "");
    lines.promise("Lost", Breach.LOST, "");
    if (queue == DemoQueue.PAYMENTS) {
      lines.promise("Out of order", Breach.OUT_OF_ORDER, "");
      lines.promise("Completed, not in the ledger", Breach.MISSING_LEDGER_ROW, "");
      lines.promise("In the ledger, not completed", Breach.NOT_COMPLETED, "");
      lines.promise("Accounts out of step", Breach.UNBALANCED, "balance, count and ledger");
    }
  }

  private void addRepeats() {
    Range mayRepeat = Range.between(0, census.repeatsAllowed());
    String basis =
        census.isDisturbed() ? "died, or lost its answer, after it" : "a process died in between";
    long allowed = sum(findings.repeats().allowed());
    lines.judge("Double effects, allowed", mayRepeat, allowed, basis);
    long forbidden = sum(findings.repeats().forbidden());
    lines.exactly("Double effects, not allowed", 0, forbidden, "any other");
  }

  private long sum(SortedMap<Event.Id, Integer> repeats) {
    return repeats.entrySet().stream()
        .filter(repeat -> repeat.getKey().queue() == queue)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** A user's own events have no expectation: what became of them is shown, not judged. */
  private void judge(String label, Range range, long actual, String basis) {
    lines.judge(label, census.hasGiven() ? Range.any() : range, actual, basis);
  }
}
