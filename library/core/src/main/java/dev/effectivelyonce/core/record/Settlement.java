package dev.effectivelyonce.core.record;

/** An operator's decision about a doubtful record. */
public enum Settlement {
  /** The effect happened: further messages are duplicates. */
  COMPLETED(Status.COMPLETED),
  /** The effect did not happen: the next attempt may run. */
  RETRYABLE(Status.RETRYABLE);

  private final Status status;

  Settlement(Status status) {
    this.status = status;
  }

  /** Returns the state that the record goes to. */
  public Status status() {
    return status;
  }
}
