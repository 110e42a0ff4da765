package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.CommitResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/**
 * The reasons for which a transaction was cancelled: one for each of its actions, "None" for those
 * that would have succeeded.
 *
 * @param reasons in the order of the actions
 * @param unit whose writes are the last of the actions
 * @param records how many of the first actions are the record's: 0 or 1
 */
record Cancellation(List<CancellationReason> reasons, UnitOfWork unit, int records) {
  private static final String CONDITION = "ConditionalCheckFailed";
  private static final String NONE = "None";

  /** The reasons that stay the same if the transaction is sent again. */
  static final Set<String> INVALID = Set.of("ValidationError", "ItemCollectionSizeLimitExceeded");

  /**
   * Returns the result of the commit. Empty where the next try may end otherwise: another
   * transaction holds an item, or a table throttles, and in particular where the record could not
   * be checked.
   */
  Optional<CommitResult> result() {
    if (reasons.size() != records + unit.steps().size()) {
      return Optional.empty();
    }
    Optional<CancellationReason> record = reasons.stream().limit(records).findFirst();
    if (record.filter(it -> is(CONDITION, it)).isPresent()) {
      return Optional.of(new CommitResult.Refused(standing(record.get())));
    }
    return record.filter(it -> !is(NONE, it)).isPresent() ? Optional.empty() : refusedEffect();
  }

  /** Returns whether these actions would have succeeded: only others were refused. */
  static boolean isNone(List<CancellationReason> reasons) {
    return reasons.stream().allMatch(reason -> is(NONE, reason));
  }

  /** Returns the first write whose condition did not hold, or that is invalid. */
  private Optional<CommitResult> refusedEffect() {
    for (int i = 0; i < unit.steps().size(); i++) {
      CancellationReason reason = reasons.get(records + i);
      if (is(CONDITION, reason)) {
        return Optional.of(new CommitResult.EffectRefused(unit.steps().get(i).otherwise()));
      }
      if (INVALID.contains(String.valueOf(reason.code()))) {
        return Optional.of(new CommitResult.EffectRefused(invalid(i, reason)));
      }
    }
    return Optional.empty();
  }

  private static HandlerResult.Unsuccessful invalid(int index, CancellationReason reason) {
    return UnitLimits.refused(
        "DynamoDB refuses write %s of the unit of work: %s".formatted(index + 1, reason.code()));
  }

  /** Returns whether the condition of this action did not hold. */
  static boolean isCondition(CancellationReason reason) {
    return is(CONDITION, reason);
  }

  /** Returns the record that stood in the way of an action. */
  static Optional<IdempotencyRecord> standing(CancellationReason reason) {
    return reason.hasItem() ? Optional.of(ItemCodec.record(reason.item())) : Optional.empty();
  }

  private static boolean is(String code, CancellationReason reason) {
    return code.equals(reason.code());
  }
}
