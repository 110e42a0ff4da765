package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;

/** The parts of a report. */
public enum Section {
  /** The section of the standard queue. */
  ORDERS("orders", "ORDERS (standard queue)"),
  /** The section of the FIFO queue. */
  PAYMENTS("payments", "PAYMENTS (FIFO queue)"),
  /** The section of the orders that are charged and shipped. */
  FULFILMENT("fulfilment", "FULFILMENT (saga)"),
  /** The section of the function with Powertools' annotation. */
  RECEIPTS("receipts", "RECEIPTS (@Idempotent)"),
  /** The section of the payments API. */
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

  /** Returns the section in a word. */
  public String label() {
    return label;
  }

  /** Returns the section as a headline. */
  String title() {
    return title;
  }
}
