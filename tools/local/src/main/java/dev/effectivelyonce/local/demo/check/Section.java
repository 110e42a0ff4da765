package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;

/** The parts of a report. */
public enum Section {
  /** Of the standard queue. */
  ORDERS("orders", "ORDERS (standard queue)"),
  /** Of the FIFO queue. */
  PAYMENTS("payments", "PAYMENTS (FIFO queue)"),
  /** Of the orders that are charged and shipped. */
  FULFILMENT("fulfilment", "FULFILMENT (saga)"),
  /** Of the function with Powertools' annotation. */
  RECEIPTS("receipts", "RECEIPTS (@Idempotent)"),
  /** Of the payments API. */
  REQUESTS("requests", "REQUESTS (POST /payments)");

  private final String label;
  private final String title;

  Section(String label, String title) {
    this.label = label;
    this.title = title;
  }

  static Section of(DemoQueue queue) {
    return switch (queue) {
      case ORDERS -> ORDERS;
      case PAYMENTS -> PAYMENTS;
      case FULFILMENT -> FULFILMENT;
      case RECEIPTS -> RECEIPTS;
    };
  }

  /** In a word. */
  public String label() {
    return label;
  }

  /** As a headline. */
  String title() {
    return title;
  }
}
