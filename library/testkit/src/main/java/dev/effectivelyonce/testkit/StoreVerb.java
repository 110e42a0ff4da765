package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.store.Write;

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
  COMMIT;

  /** That of a write. */
  public static StoreVerb of(Write write) {
    return switch (write) {
      case Write.Claim ignored -> CLAIM;
      case Write.TakeOver ignored -> TAKE_OVER;
      case Write.Renew ignored -> RENEW;
      case Write.Note ignored -> NOTE;
      case Write.Complete ignored -> COMPLETE;
      case Write.Release ignored -> RELEASE;
      case Write.Fail ignored -> FAIL;
      case Write.Hold ignored -> HOLD;
      case Write.Settle ignored -> SETTLE;
      case Write.SettleStep ignored -> SETTLE_STEP;
      case Write.Erase ignored -> ERASE;
      case Write.Forget ignored -> FORGET;
    };
  }
}
