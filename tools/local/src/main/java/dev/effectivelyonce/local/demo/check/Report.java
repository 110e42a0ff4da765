package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Plan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A judged run.
 *
 * @param counted what was looked at for each promise
 * @param findings what is not as the guarantee promises, or leaves open whether it is
 */
public record Report(SortedMap<Promise, String> counted, List<Finding> findings) {
  private static final int MOST_NAMED = 40;

  /** The advice where the machine may have been too slow. */
  public static final String MORE_TIME =
      "If the machine was busy, give everything more time: -Dslack=2, or 3.";

  /** Judges a run: its queues and requests, and the topic of shipments if there was one. */
  public static Report of(Evidence evidence, Optional<Shipped> shipments) {
    Findings found = new Findings();
    new QueueCheck(evidence, found).check();
    new MoneyCheck(evidence, found).check();
    new SagaCheck(evidence, found).check();
    new RequestCheck(evidence, found).check();
    SortedMap<Promise, String> counted = new TreeMap<>(ofQueues(evidence));
    if (!SagaCheck.sagas(evidence).isEmpty()) {
      counted.put(Promise.SAGA_WHOLE, ofSagas(evidence));
      counted.put(Promise.SENT_ON, evidence.plan().sentOn().size() + " orders with an outbox");
    }
    if (!evidence.plan().requests().isEmpty()) {
      counted.put(Promise.ANSWERED, ofRequests(evidence));
    }
    shipments.ifPresent(
        shipped -> {
          new ShipmentCheck(shipped, found).check();
          counted.put(Promise.TOPIC_ONCE, ofTopic(shipped));
        });
    return new Report(counted, found.all());
  }

  /** Judges the topic of shipments. */
  public static Report of(Shipped shipments) {
    Findings found = new Findings();
    new ShipmentCheck(shipments, found).check();
    return new Report(new TreeMap<>(Map.of(Promise.TOPIC_ONCE, ofTopic(shipments))), found.all());
  }

  /** Returns what the run tells about the guarantee. */
  public Verdict verdict() {
    return verdict(findings.stream());
  }

  private static Verdict verdict(Stream<Finding> findings) {
    return findings.map(Finding::verdict).max(Comparator.naturalOrder()).orElse(Verdict.HOLDS);
  }

  private List<Finding> findings(Verdict verdict) {
    return findings.stream().filter(it -> it.verdict() == verdict).toList();
  }

  private static Map<Promise, String> ofQueues(Evidence evidence) {
    Plan plan = evidence.plan();
    List<Event> events = evidence.events().toList();
    Collection<PlainRow> plain = evidence.tables().plain().values();
    return Map.of(
        Promise.NOT_LOST,
        String.format(
            Locale.ROOT,
            "%,d events in %,d messages: %,d done, %,d refused, %,d held, %,d dead letters",
            events.size(),
            plan.messages().size(),
            count(events, evidence::isCompleted),
            count(events, event -> evidence.has(event, Status.FAILED)),
            count(events, event -> evidence.has(event, Status.UNKNOWN)),
            evidence.deliveries().deadLettered().size()),
        Promise.NOT_OVERWRITTEN,
        String.format(
            Locale.ROOT,
            "%,d events taken over, %,d late writers refused",
            count(events, evidence::wasTakenOver),
            count(events, evidence::isRefusedLate)),
        Promise.COMMITTED_ONCE,
        String.format(
            Locale.ROOT,
            "%,d payments on %,d accounts, %,d transfers in PostgreSQL",
            evidence.tables().ledger().size(),
            plan.openingCents().size(),
            evidence.tables().book().transfers().size()),
        Promise.PLAIN_EXPLAINED,
        String.format(
            Locale.ROOT,
            "%,d orders and receipts, %,d done again after a death",
            plain.size(),
            count(plain, row -> row.timesProcessed() > 1)),
        Promise.REFUSED,
        String.format(
            Locale.ROOT,
            "%,d events to refuse, %,d messages with poison or a used key",
            count(events, event -> event.kind().fate() != Kind.Fate.APPLIED),
            count(plan.messages(), message -> !message.isRunnable())),
        Promise.IN_ORDER,
        String.format(
            Locale.ROOT,
            "%,d payments",
            count(plan.events(DemoConsumer.PAYMENTS), evidence::hasEffect)),
        Promise.FAULTS_REAL,
        String.format(
            Locale.ROOT,
            "%,d processes killed or stopped half way",
            count(evidence.deliveries().invocations(), Invocation::died)));
  }

  private static String ofSagas(Evidence evidence) {
    List<SagaCheck.End> ends =
        SagaCheck.sagas(evidence).stream().map(it -> SagaCheck.end(evidence, it)).toList();
    return String.format(
        Locale.ROOT,
        "%,d orders: %,d charged and shipped, %,d given back, %,d open",
        ends.size(),
        Collections.frequency(ends, SagaCheck.End.SHIPPED),
        Collections.frequency(ends, SagaCheck.End.WENT_BACK),
        Collections.frequency(ends, SagaCheck.End.OPEN));
  }

  private static String ofRequests(Evidence evidence) {
    return String.format(
        Locale.ROOT,
        "%,d keys sent %,d times: %,d done, %,d answers replayed, %,d lost",
        evidence.plan().requests().size(),
        evidence.replies().size(),
        count(evidence.plan().requests(), request -> evidence.isCompleted(request.event())),
        count(evidence.replies(), reply -> reply.source() == Reply.Source.REPLAYED),
        count(evidence.replies(), reply -> reply.status() == Reply.UNHEARD));
  }

  private static String ofTopic(Shipped shipped) {
    return String.format(
        Locale.ROOT,
        "%,d orders' lists from %,d records, %,d parked, %,d processes killed",
        shipped.plan().lists().size(),
        shipped.plan().records().size(),
        shipped.parked().size(),
        shipped.deaths());
  }

  private static <T> long count(Collection<T> all, Predicate<? super T> which) {
    return all.stream().filter(which).count();
  }

  /** Returns the report, a line for each promise, with the verdict at its end. */
  public String print() {
    List<String> lines = new ArrayList<>();
    counted.forEach(
        (promise, what) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%-7s  %-57s  %s",
                    verdict(findings.stream().filter(it -> it.promise() == promise)).word(),
                    promise.title(),
                    what)));
    Stream.concat(findings(Verdict.VIOLATED).stream(), findings(Verdict.INCONCLUSIVE).stream())
        .limit(MOST_NAMED)
        .forEach(
            it ->
                lines.add(
                    "%s: %s: %s: %s"
                        .formatted(
                            it.verdict().word(), it.promise().title(), it.subject(), it.what())));
    if (findings.size() > MOST_NAMED) {
      lines.add("and %s more".formatted(findings.size() - MOST_NAMED));
    }
    lines.add(
        switch (verdict()) {
          case HOLDS -> "VERDICT: as the guarantee promises.";
          case VIOLATED ->
              "VERDICT: NOT as the guarantee promises, %s violations."
                  .formatted(findings(Verdict.VIOLATED).size());
          case INCONCLUSIVE ->
              "VERDICT: inconclusive, since %s things are unclear. %s"
                  .formatted(findings.size(), MORE_TIME);
        });
    return String.join("\n", lines);
  }
}
