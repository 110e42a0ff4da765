package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.List;

/** The rows that the sections of all queues have, around those of their own. */
abstract class QueueRows {
  final Evidence evidence;
  final QueueCounts counts;
  final Rows rows;
  private final DemoQueue queue;

  QueueRows(Evidence evidence, Findings findings, DemoQueue queue) {
    this.evidence = evidence;
    this.queue = queue;
    this.counts = new QueueCounts(evidence, queue);
    this.rows = new Rows(Section.of(queue), findings);
  }

  /** Returns the rows; none if the plan has no such events. */
  final List<Row> all() {
    long sent = counts.sent(message -> true);
    if (sent > 0) {
      rows.row("Messages sent", sent, counts.accounted(), "acknowledged + dead-lettered");
      addEvents();
      rows.deadLetters(new DeadLetters(evidence).counts(queue), this::deadLettered);
      addPromises();
    }
    return rows.all();
  }

  /** Adds what became of messages and events. */
  abstract void addEvents();

  /** Adds what must not have happened. */
  abstract void addPromises();

  /** Returns how many dead letters the plan implies for a cause that is not a message's role. */
  abstract Range deadLetteredEvents(Cause cause);

  private Range deadLettered(Cause cause) {
    if (cause == Cause.NOT_DELETED) {
      return evidence.isDisturbed()
          ? Range.between(0, counts.sent(message -> true))
          : Range.exactly(0);
    }
    return cause
        .role()
        .map(role -> Range.exactly(counts.sent(message -> message.role() == role)))
        .orElseGet(() -> deadLetteredEvents(cause));
  }
}
