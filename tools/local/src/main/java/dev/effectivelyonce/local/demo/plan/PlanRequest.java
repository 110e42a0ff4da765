package dev.effectivelyonce.local.demo.plan;

/**
 * What a plan is made from: equal requests make equal plans.
 *
 * @param seed decides every choice that chance makes
 * @param orders how many distinct orders
 * @param payments how many distinct payments
 * @param fulfilments how many distinct orders to fulfil; 0 for none
 * @param receipts how many distinct orders whose receipt is written; 0 for none
 * @param requests how many distinct requests of the payments API; 0 for none
 * @param transfers how many distinct transfers in PostgreSQL; 0 for none
 */
public record PlanRequest(
    long seed,
    int orders,
    int payments,
    int fulfilments,
    int receipts,
    int requests,
    int transfers) {
  /** The most events of a queue, so that keys keep their width. */
  public static final int MOST_EVENTS = 1_000_000;

  /**
   * @throws IllegalArgumentException if a number is too small for every kind of event to find room,
   *     or too large
   */
  public PlanRequest {
    check("orders", orders);
    check("payments", payments);
    if (fulfilments != 0) {
      check("fulfilments", fulfilments);
    }
    if (receipts != 0) {
      check("receipts", receipts);
    }
    if (requests != 0) {
      check("requests", requests);
    }
    if (transfers != 0) {
      check("transfers", transfers);
    }
  }

  private static void check(String name, int events) {
    if (events < Shares.LEAST_EVENTS || events > MOST_EVENTS) {
      throw new IllegalArgumentException(
          "%s is %s; set %s to %s".formatted(name, events, Shares.LEAST_EVENTS, MOST_EVENTS));
    }
  }
}
