package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.Locale;

/**
 * The parts of a report: one for each queue, in the words of its plan, the topic of shipments, and
 * the payments API.
 */
public enum Section {
  ORDERS("standard queue"),
  PAYMENTS("FIFO queue"),
  FULFILMENT("saga"),
  RECEIPTS("@Idempotent"),
  LEDGER("PostgreSQL"),
  SHIPMENTS("Kafka topic"),
  REQUESTS("POST /payments");

  private final String what;

  Section(String what) {
    this.what = what;
  }

  static Section of(DemoQueue queue) {
    return valueOf(queue.name());
  }

  /** Returns the section in a word. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the section as a headline. */
  String title() {
    return name() + " (" + what + ")";
  }
}
