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
      "If the machine was busy, give functions more time: -Dslack=4, or up to 8.";

  /** Judges what there was: queues and requests, and the topic of shipments. */
  public static Report of(Optional<Evidence> queues, Optional<Shipped> shipments) {
    SortedMap<Promise, String> counted = new TreeMap<>();
    List<Finding> findings = new ArrayList<>();
    queues.ifPresent(
        run -> {
          Findings found = new Findings(run::described, findings);
          new QueueCheck(run, found).check();
          new MoneyCheck(run, found).check();
          new SagaCheck(run, found).check();
          RequestCheck.of(run, found).check();
          new Counts(counted).of(run);
        });
    shipments.ifPresent(
        shipped -> {
          new ShipmentCheck(shipped, new Findings(Object::toString, findings)).check();
          new Counts(counted).of(shipped);
        });
    return new Report(counted, List.copyOf(findings));
  }

  /** What was looked at, in a line for each promise. */
  private record Counts(SortedMap<Promise, String> lines) {
    private void add(Promise promise, String line, Number... counts) {
      lines.put(promise, String.format(Locale.ROOT, line, (Object[]) counts));
    }

    void of(Evidence run) {
      Plan plan = run.plan();
      List<Event> events = run.events().toList();
      Collection<PlainRow> plain = run.tables().plain().values();
      List<Reply> replies = run.deliveries().replies();
      List<Event> payments = plan.events(DemoConsumer.PAYMENTS);
      List<SagaCheck.End> ends =
          SagaCheck.sagas(run).stream().map(it -> SagaCheck.end(run, it)).toList();
      add(
          Promise.NOT_LOST,
          "%,d events in %,d messages: %,d done, %,d refused, %,d held, %,d dead letters",
          events.size(),
          plan.messages().size(),
          count(events, run::isCompleted),
          count(events, event -> run.has(event, Status.FAILED)),
          count(events, event -> run.has(event, Status.UNKNOWN)),
          run.deliveries().deadLettered().size());
      add(
          Promise.NOT_OVERWRITTEN,
          "%,d events taken over, %,d late writers refused",
          count(events, run::wasTakenOver),
          count(events, event -> run.isAmong(run.deliveries().refusedLate(), event)));
      add(
          Promise.COMMITTED_ONCE,
          "%,d payments on %,d accounts, %,d transfers in PostgreSQL",
          run.tables().ledger().size(),
          plan.openingCents().size(),
          run.tables().transfers().size());
      add(
          Promise.PLAIN_EXPLAINED,
          "%,d orders and receipts, %,d done again after a death",
          plain.size(),
          count(plain, row -> row.timesProcessed() > 1));
      add(
          Promise.REFUSED,
          "%,d events to refuse, %,d messages with poison or a used key",
          count(events, event -> event.kind().fate() != Kind.Fate.APPLIED),
          count(plan.messages(), message -> !message.isRunnable()));
      add(Promise.IN_ORDER, "%,d payments", count(payments, run::hasEffect));
      add(
          Promise.FAULTS_REAL,
          "%,d processes killed or stopped half way",
          count(run.deliveries().invocations(), Invocation::died));
      if (!ends.isEmpty()) {
        add(
            Promise.SAGA_WHOLE,
            "%,d orders: %,d charged and shipped, %,d given back, %,d open",
            ends.size(),
            Collections.frequency(ends, SagaCheck.End.SHIPPED),
            Collections.frequency(ends, SagaCheck.End.WENT_BACK),
            Collections.frequency(ends, SagaCheck.End.OPEN));
        add(Promise.SENT_ON, "%,d orders with an outbox", plan.toShip().size());
      }
      if (!plan.requests().isEmpty()) {
        add(
            Promise.ANSWERED,
            "%,d keys sent %,d times: %,d done, %,d answers replayed, %,d lost",
            plan.requests().size(),
            replies.size(),
            count(plan.requests(), request -> run.isCompleted(request.event())),
            count(replies, reply -> reply.source() == Reply.Source.REPLAYED),
            count(replies, reply -> reply.status() == Reply.UNHEARD));
      }
    }

    void of(Shipped shipped) {
      add(
          Promise.TOPIC_ONCE,
          "%,d orders' lists from %,d records, %,d parked, %,d processes killed",
          shipped.plan().lists().size(),
          shipped.plan().messages().size(),
          shipped.parked().size(),
          shipped.deaths());
    }

    private static <T> long count(Collection<T> all, Predicate<? super T> which) {
      return all.stream().filter(which).count();
    }
  }

  /** Returns what the run tells about the guarantee. */
  public Verdict verdict() {
    return verdict(findings.stream());
  }

  private static Verdict verdict(Stream<Finding> findings) {
    return findings.map(Finding::verdict).max(Comparator.naturalOrder()).orElse(Verdict.HOLDS);
  }

  /** Returns the report, a line for each promise, with the verdict at its end. */
  public String print() {
    List<String> lines = new ArrayList<>();
    counted.forEach(
        (promise, what) -> {
          Verdict verdict = verdict(findings.stream().filter(it -> it.promise() == promise));
          lines.add(
              String.format(Locale.ROOT, "%-7s  %-57s  %s", verdict.word(), promise.title(), what));
        });
    findings.stream()
        .sorted(Comparator.comparing(Finding::verdict).reversed())
        .limit(MOST_NAMED)
        .forEach(it -> lines.add(it.toString()));
    if (findings.size() > MOST_NAMED) {
      lines.add("and %s more".formatted(findings.size() - MOST_NAMED));
    }
    long broken = Counts.count(findings, it -> it.verdict() == Verdict.VIOLATED);
    lines.add(
        switch (verdict()) {
          case HOLDS -> "VERDICT: as the guarantee promises.";
          case VIOLATED ->
              "VERDICT: NOT as the guarantee promises, %s violations.".formatted(broken);
          case INCONCLUSIVE ->
              "VERDICT: inconclusive, since %s things are unclear. %s"
                  .formatted(findings.size(), MORE_TIME);
        });
    return String.join("\n", lines);
  }
}
