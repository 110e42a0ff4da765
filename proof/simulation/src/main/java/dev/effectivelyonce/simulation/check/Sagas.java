package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judges what sagas do and undo.
 *
 * @param store the records as they truly are
 */
public record Sagas(Records records, Function<RecordId, Optional<IdempotencyRecord>> store) {
  /** What follows the name of a step in the name of its undoing. */
  public static final String UNDO = ".undo";

  static final List<String> DONE = List.of("reserve", "charge", "ship");

  /** Undone, from however far it came. */
  private static final List<List<String>> UNDONE =
      List.of(
          List.of(),
          List.of("reserve", "reserve" + UNDO),
          List.of("reserve", "charge", "charge" + UNDO, "reserve" + UNDO));

  /** A step of a saga, or its undoing, has its effect. */
  public void happened(Attempt attempt, String step) {
    List<String> effects = attempt.life.sagaEffects;
    boolean isBack = effects.stream().anyMatch(it -> it.endsWith(UNDO));
    boolean isRight = !effects.contains(step) && (!isBack || step.endsWith(UNDO));
    effects.add(step);
    records.completions().happened(attempt.id, step);
    check(attempt.id, isRight, attempt, effects);
  }

  /** The history is over. */
  public void ended(RecordId id) {
    Life life = records.life(id);
    List<String> effects = life.sagaEffects;
    if (!life.isFirst) {
      return;
    }
    Optional<Status> status = store.apply(id).map(IdempotencyRecord::status);
    status.ifPresent(
        end -> {
          switch (end) {
            case COMPLETED -> check(id, effects.equals(DONE), end, effects);
            case FAILED -> check(id, UNDONE.contains(effects), end, effects);
            default -> {
              // Not over: other promises are about that.
            }
          }
        });
  }

  private void check(RecordId id, boolean isRight, Object who, List<String> effects) {
    records
        .stage
        .findings()
        .check(
            !records.excludes(id) || isRight,
            Invariant.SAGA_IN_STEP,
            who,
            "has the effects",
            effects);
  }
}
