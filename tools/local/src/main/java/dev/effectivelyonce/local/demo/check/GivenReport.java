package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.GivenMessages;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of each line of a user's input. */
public final class GivenReport {
  private static final String ROW = "%6s  %-9s %-28s %-11s %7s %5s %13s %14s";

  private final Evidence evidence;

  private GivenReport(Evidence evidence) {
    this.evidence = evidence;
  }

  /** A row for each line. */
  public static String print(GivenMessages given, Evidence evidence) {
    GivenReport report = new GivenReport(evidence);
    SortedMap<Integer, List<PlannedMessage>> byLine =
        given.plan().messages().stream()
            .collect(
                Collectors.groupingBy(
                    message -> given.lines().get(message.number()),
                    TreeMap::new,
                    Collectors.toList()));
    String header =
        ROW.formatted(
            "line", "queue", "key", "record", "attempt", "runs", "acknowledged", "dead-lettered");
    return byLine.entrySet().stream()
        .map(line -> report.row(line.getKey(), line.getValue()))
        .collect(Collectors.joining("\n", header + "\n", ""));
  }

  private String row(int number, List<PlannedMessage> messages) {
    PlannedMessage first = messages.getFirst();
    Optional<Event> event = evidence.plan().event(first);
    Optional<RecordRow> row = event.flatMap(evidence::record);
    return ROW.formatted(
        number,
        first.queue().label(),
        event.map(it -> shortened(it.id().key())).orElse("-"),
        row.map(it -> it.status().name()).orElse("-"),
        row.map(it -> Integer.toString(it.attempt())).orElse("-"),
        event.map(this::runs).orElse("-"),
        messages.stream().filter(evidence::isAcknowledged).count(),
        messages.stream().filter(evidence::isDead).count());
  }

  private String runs(Event event) {
    return switch (event.id().queue()) {
      case ORDERS, RECEIPTS ->
          Integer.toString(evidence.orderRow(event).map(OrderRow::timesProcessed).orElse(0));
      case PAYMENTS, FULFILMENT -> evidence.hasEffect(event) ? "1" : "0";
    };
  }

  private static String shortened(String key) {
    return key.length() <= 28 ? key : key.substring(0, 25) + "...";
  }
}
