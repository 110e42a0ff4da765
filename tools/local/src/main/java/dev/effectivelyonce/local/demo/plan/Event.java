package dev.effectivelyonce.local.demo.plan;

/**
 * A business event: what all messages of one business key are about.
 *
 * @param id its queue and business key
 * @param kind what it is made to go through
 * @param accountId the account of a payment; empty for an order
 * @param amountCents the amount of its first message
 */
public record Event(Id id, Kind kind, String accountId, long amountCents) {
  /**
   * The identity of an event.
   *
   * @param queue the queue, and so the consumer
   * @param key the business key
   */
  public record Id(DemoQueue queue, String key) {
    @Override
    public String toString() {
      return queue.label() + " " + key;
    }
  }
}
