package dev.effectivelyonce.local.demo.plan;

/**
 * A business event: what all messages of one business key are about.
 *
 * @param id its consumer and business key
 * @param kind what it is made to go through
 * @param account from which is paid; the order of a parcel; empty for all else
 * @param toAccount to which a transfer goes; empty for all else
 * @param amountCents the amount of its first message
 */
public record Event(Id id, Kind kind, String account, String toAccount, long amountCents) {
  /** The identity of an event: its business key, and whose. */
  public record Id(DemoConsumer consumer, String key) {
    @Override
    public String toString() {
      return consumer.label() + " " + key;
    }
  }

  /** Returns the consumer. */
  public DemoConsumer consumer() {
    return id.consumer();
  }

  /** Returns the amount of another payload that is sent under its key. */
  public long otherCents() {
    return amountCents + 1;
  }

  /** Returns the business key. */
  public String key() {
    return id.key();
  }
}
