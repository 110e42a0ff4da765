package dev.effectivelyonce.core.record;

/** The value of a completion that is kept for later duplicates. */
public sealed interface StoredResult {
  /** The handler completed without a value. */
  record None() implements StoredResult {}

  /**
   * The handler's value.
   *
   * @param value the serialized value
   */
  record Text(String value) implements StoredResult {}

  /**
   * The handler completed with a value that is not kept. A duplicate gets the reason.
   *
   * @param reason the reason why it is not kept
   * @param sizeBytes its serialized size in UTF-8; 0 if it has no serialized form
   */
  record Omitted(Reason reason, int sizeBytes) implements StoredResult {}

  /** The reason why a value is not kept. */
  enum Reason {
    /** The value is larger than the consumer's limit. */
    TOO_LARGE,
    /** The value could not be serialized. */
    NOT_SERIALIZABLE,
    /** An operator erased the value. */
    ERASED
  }

  /**
   * Returns this result after erasure, which shows that there was a value but not how large it was.
   */
  default StoredResult erased() {
    return switch (this) {
      case None none -> none;
      case Text ignored -> new Omitted(Reason.ERASED, 0);
      case Omitted ignored -> new Omitted(Reason.ERASED, 0);
    };
  }

  /** Returns the result without a value. */
  static StoredResult none() {
    return new None();
  }
}
