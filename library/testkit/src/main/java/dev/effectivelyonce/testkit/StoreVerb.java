package dev.effectivelyonce.testkit;

/** The verbs of a store, by which {@link FaultyStore} is scripted and counts. */
public enum StoreVerb {
  /** See {@code IdempotencyStore.claim}. */
  CLAIM,
  /** See {@code IdempotencyStore.takeOver}. */
  TAKE_OVER,
  /** See {@code IdempotencyStore.renew}. */
  RENEW,
  /** See {@code IdempotencyStore.note}. */
  NOTE,
  /** See {@code IdempotencyStore.complete}. */
  COMPLETE,
  /** See {@code IdempotencyStore.release}. */
  RELEASE,
  /** See {@code IdempotencyStore.fail}. */
  FAIL,
  /** See {@code IdempotencyStore.hold}. */
  HOLD,
  /** See {@code IdempotencyStore.settle}. */
  SETTLE,
  /** See {@code IdempotencyStore.settleStep}. */
  SETTLE_STEP,
  /** See {@code IdempotencyStore.erase}. */
  ERASE,
  /** See {@code IdempotencyStore.forget}. */
  FORGET,
  /** See {@code IdempotencyStore.find}. */
  FIND,
  /** See {@code Transactions.commit}. */
  COMMIT
}
