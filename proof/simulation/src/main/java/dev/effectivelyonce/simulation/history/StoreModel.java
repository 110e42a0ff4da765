package dev.effectivelyonce.simulation.history;

/** What keeps the records of a history. */
public enum StoreModel {
  /** DynamoDB. */
  DYNAMODB,
  /** Redis, with failovers that keep all that was answered. */
  REDIS_SYNC,
  /** Redis, with failovers that forget the last that was answered. */
  REDIS_ASYNC;

  /** Whether it is Redis, which commits no effects. */
  public boolean isRedis() {
    return this == REDIS_SYNC || this == REDIS_ASYNC;
  }
}
