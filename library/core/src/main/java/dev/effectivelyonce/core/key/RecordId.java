package dev.effectivelyonce.core.key;

import java.util.Optional;

/**
 * The id of a record: consumer, {@code #}, and the base64url of the SHA-256 of the canonical key.
 * Hashing bounds its length and keeps personal data out of the table.
 *
 * @param value the id as stored
 */
public record RecordId(String value) {
  /** Returns the id of a consumer's business key. */
  public static RecordId of(ConsumerName consumer, BusinessKey key) {
    return new RecordId(consumer.value() + "#" + Sha256.base64Url(key.canonical()));
  }

  /** Returns the consumer's name, which scopes the key. */
  public ConsumerName consumer() {
    return new ConsumerName(value.substring(0, Math.max(0, value.indexOf('#'))));
  }

  /** Returns the key's hash alone, for logs that name the consumer anyway. */
  public String keyHash() {
    return value.substring(value.indexOf('#') + 1);
  }

  /**
   * Returns the idempotency key of an effect for its provider, the same in every attempt, process
   * and generation. 43 characters of {@code A-Z a-z 0-9 _ -}, without personal data.
   *
   * @param step the name of the effect in this record
   */
  public String providerKey(String step) {
    return Sha256.base64Url(value + "/" + step);
  }

  /**
   * Returns the id of a message that this record's event sends, the same in every attempt and
   * process of a generation. A record that is claimed anew sends under another id, or receivers
   * would drop what its second run sends. 43 characters of {@code A-Z a-z 0-9 _ -}, without
   * personal data.
   *
   * @param generation empty for a record without one: its messages are known by record and name
   * @param name of the message in this record
   */
  public String messageId(Optional<Generation> generation, String name) {
    return Sha256.base64Url(value + generation.map(it -> "@" + it).orElse("") + "#" + name);
  }

  @Override
  public String toString() {
    return value;
  }
}
