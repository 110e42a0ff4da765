package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A judged run.
 *
 * @param lines what became of the events, by section
 * @param allowedRepeats the events whose effect was repeated as the guarantee allows, and how often
 * @param violations what is not as the guarantee promises
 */
public record Report(
    List<Line> lines, SortedMap<?, Integer> allowedRepeats, List<Violation> violations) {
  private static final int MOST_NAMED = 40;
  private static final String HEADLINE = "%-26s %8s %8s %8s %8s %8s %8s %8s %8s %8s";

  /**
   * What became of the events of a section.
   *
   * @param events how many there are
   * @param sent how many messages, records or requests they were sent in
   * @param done those that are completed
   * @param refused those whose failure is final
   * @param held those that wait for an operator
   * @param takenOver those that a second attempt has completed, or a further one
   * @param repeated those whose effect happened again, as the guarantee allows
   * @param fenced the late completions that were refused
   * @param deadLettered how many messages are dead-lettered or parked
   */
  public record Line(
      Section section,
      long events,
      long sent,
      long done,
      long refused,
      long held,
      long takenOver,
      long repeated,
      long fenced,
      long deadLettered) {
    String print() {
      return String.format(
          Locale.ROOT,
          "%-26s %,8d %,8d %,8d %,8d %,8d %,8d %,8d %,8d %,8d",
          section.title(),
          events,
          sent,
          done,
          refused,
          held,
          takenOver,
          repeated,
          fenced,
          deadLettered);
    }
  }

  /** Judges a run. */
  public static Report of(Evidence evidence) {
    Findings found = new Findings(evidence);
    new MessageCheck(evidence, found).check();
    new EventCheck(evidence, found).check();
    new PaymentOrder(evidence, found).check();
    new AccountCheck(evidence, found).check();
    new BookCheck(evidence, found).check();
    new FulfilmentCheck(evidence, found).check();
    new RequestCheck(evidence, found).check();
    List<Line> lines = new ArrayList<>();
    for (DemoQueue queue : DemoQueue.values()) {
      if (!evidence.plan().messages(queue).isEmpty()) {
        lines.add(line(evidence, found, queue));
      }
    }
    List<RequestTrail> requests = RequestTrail.all(evidence);
    if (!requests.isEmpty()) {
      lines.add(line(evidence, requests));
    }
    return new Report(List.copyOf(lines), found.allowed(), found.violations());
  }

  /** Returns the same with the topic of shipments judged, too. */
  public Report with(ShipmentPlan plan, Shipped shipped) {
    ShipmentCheck check = new ShipmentCheck(plan, shipped);
    List<Line> all = new ArrayList<>(lines);
    all.add(check.line());
    List<Violation> found = new ArrayList<>(violations);
    found.addAll(check.violations());
    return new Report(List.copyOf(all), allowedRepeats, List.copyOf(found));
  }

  /** Returns whether all is as the guarantee promises. */
  public boolean isGood() {
    return violations.isEmpty();
  }

  private static Line line(Evidence evidence, Findings found, DemoQueue queue) {
    List<Event> events = evidence.events(queue);
    List<PlannedMessage> messages = evidence.plan().messages(queue);
    return new Line(
        Section.of(queue),
        events.size(),
        messages.size(),
        count(events, evidence::isCompleted),
        count(events, event -> evidence.has(event, Status.FAILED)),
        count(events, event -> evidence.has(event, Status.UNKNOWN)),
        count(events, evidence::wasTakenOver),
        count(events, event -> found.allowed().containsKey(event.id())),
        count(events, evidence::isRefusedLate),
        count(messages, evidence::isDead));
  }

  private static Line line(Evidence evidence, List<RequestTrail> requests) {
    return new Line(
        Section.REQUESTS,
        requests.size(),
        evidence.answers().sent(),
        count(requests, RequestTrail::isPaidOnce),
        count(requests, RequestTrail::isRefused),
        count(requests, RequestTrail::isHeld),
        count(requests, RequestTrail::wasTakenOver),
        0,
        0,
        0);
  }

  private static <T> long count(List<T> all, Predicate<T> which) {
    return all.stream().filter(which).count();
  }

  /** Returns the report, line by line, with the verdict at its end. */
  public String print() {
    List<String> text = new ArrayList<>();
    text.add("");
    text.add(
        HEADLINE.formatted(
            "", "events", "sent", "done", "refused", "held", "taken", "done", "late", "dead"));
    text.add(HEADLINE.formatted("", "", "", "", "", "", "over", "again", "refused", "letters"));
    lines.forEach(line -> text.add(line.print()));
    text.add("");
    if (!allowedRepeats.isEmpty()) {
      text.add(
          "Done again, as the guarantee allows: its process died, or its handler lost an answer,"
              + " between effect and completion.");
      text.add(
          allowedRepeats.entrySet().stream()
              .map(it -> it.getKey() + (it.getValue() > 1 ? " x" + it.getValue() : ""))
              .collect(Collectors.joining(", ", "  ", "\n")));
    }
    violations.stream()
        .limit(MOST_NAMED)
        .forEach(
            it -> text.add("%s %s: %s".formatted(it.section().label(), it.subject(), it.what())));
    if (violations.size() > MOST_NAMED) {
      text.add("and %s more".formatted(violations.size() - MOST_NAMED));
    }
    text.add(
        isGood()
            ? "VERDICT: as the guarantee promises."
            : "VERDICT: NOT as the guarantee promises, %s violations."
                .formatted(violations.size()));
    return text.stream().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }
}
