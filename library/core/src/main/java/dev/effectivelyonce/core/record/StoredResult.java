package dev.effectivelyonce.core.record;

/** The value of a completion, kept for later duplicates. */
public sealed interface StoredResult {
  /** The handler completed without a value. */
  record None() implements StoredResult {}

  /**
   * The handler's value.
   *
   * @param value as serialized
   */
  record Text(String value) implements StoredResult {}

  /**
   * The handler completed with a value that is not kept. A duplicate gets the reason.
   *
   * @param reason why it is not kept
   * @param sizeBytes its serialized size in UTF-8; 0 where it has no serialized form
   */
  record Omitted(Reason reason, int sizeBytes) implements StoredResult {}

  /** The reason for which a value is not kept. */
  enum Reason {
    /** The value is larger than the consumer's limit. */
    TOO_LARGE,
    /** The value could not be serialized. */
    NOT_SERIALIZABLE,
    /** An operator erased the value. */
    ERASED
  }

  /** Returns what is left when it is erased: that there was one, but not how large it was. */
  default StoredResult erased() {
    return switch (this) {
      case None none -> none;
      case Text ignored -> new Omitted(Reason.ERASED, 0);
      case Omitted ignored -> new Omitted(Reason.ERASED, 0);
    };
  }

  /** Returns no value. */
  static StoredResult none() {
    return new None();
  }
}
