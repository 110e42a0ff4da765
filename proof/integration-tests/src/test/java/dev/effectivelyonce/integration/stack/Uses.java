package dev.effectivelyonce.integration.stack;

/** What a test class has for itself while it runs; classes that share nothing run side by side. */
public final class Uses {
  /** The orders consumer. */
  public static final String ORDERS = "orders";

  /** The payments consumer. */
  public static final String PAYMENTS = "payments";

  /** The fulfilment consumer. */
  public static final String FULFILMENT = "fulfilment";

  /** The receipts consumer. */
  public static final String RECEIPTS = "receipts";

  /** The clicks consumer. */
  public static final String CLICKS = "clicks";

  private Uses() {}
}
