package dev.effectivelyonce.local.demo.plan;

/**
 * A business event: what all messages of one business key are about.
 *
 * @param key its business key, of which its consumer has one
 * @param kind what it is made to go through
 * @param account from which is paid; the order of a parcel; empty for all else
 * @param toAccount to which a transfer goes; empty for all else
 * @param amountCents the amount of its first message
 */
public record Event(
    DemoConsumer consumer,
    String key,
    Kind kind,
    String account,
    String toAccount,
    long amountCents) {
  /** Returns the amount of another payload that is sent under its key. */
  public long otherCents() {
    return amountCents + 1;
  }

  /** Returns the id of its record. */
  public String recordId() {
    return consumer.recordId(key);
  }

  @Override
  public String toString() {
    return consumer.named(key);
  }
}
