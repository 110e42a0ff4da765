package dev.effectivelyonce.core.key;

import java.util.Optional;

/**
 * The id of a record. It consists of the consumer's name, {@code #}, and the base64url of the
 * SHA-256 of the canonical key. The hash limits its length and keeps personal data out of the
 * table.
 *
 * @param value the id as stored
 */
public record RecordId(String value) {
  /** Returns the id of the record for a consumer's business key. */
  public static RecordId of(ConsumerName consumer, BusinessKey key) {
    return new RecordId(consumer.value() + "#" + Sha256.base64Url(key.canonical()));
  }

  /** Returns the consumer's name, which scopes the key. */
  public ConsumerName consumer() {
    return new ConsumerName(value.substring(0, Math.max(0, value.indexOf('#'))));
  }

  /** Returns only the key's hash, for logs that already name the consumer. */
  public String keyHash() {
    return value.substring(value.indexOf('#') + 1);
  }

  /**
   * Returns the idempotency key of an effect for its provider. It is the same in every attempt,
   * process and generation, and has 43 characters of {@code A-Z a-z 0-9 _ -}, without personal
   * data.
   *
   * @param step the name of the effect in this record
   */
  public String providerKey(String step) {
    return Sha256.base64Url(value + "/" + step);
  }

  /**
   * Returns the id of a message that this record's event sends. It is the same in every attempt and
   * process of a generation. A later generation uses another id, because receivers would otherwise
   * drop the messages of the second run as duplicates. The id has 43 characters of {@code A-Z a-z
   * 0-9 _ -}, without personal data.
   *
   * @param generation the generation; empty for a record without one, in which case only record and
   *     name make up the id
   * @param name the name of the message in this record
   */
  public String messageId(Optional<Generation> generation, String name) {
    return Sha256.base64Url(value + generation.map(it -> "@" + it).orElse("") + "#" + name);
  }

  @Override
  public String toString() {
    return value;
  }
}
