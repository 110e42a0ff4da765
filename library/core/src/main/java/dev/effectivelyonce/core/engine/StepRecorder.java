package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.AttemptAbortedError.Reason;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Writes the notes of one attempt's steps, and stops it where it can't. Not thread-safe. */
final class StepRecorder {
  /** The bytes of an item that a step takes besides its texts, with room to spare. */
  private static final int STEP_BYTES = 160;

  /** The bytes for which a saga's step has room, unless the limit of results is lower. */
  private static final int RESULT_BYTES = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;

  private static final int LARGEST_WHY_BYTES = 3 * ErrorSummary.MAX_CHARS;

  private final IdempotencyStore store;
  private final ConsumerSettings settings;
  private final Platform platform;
  private final Instant stopAt;
  private final RunningClaim claim;
  private final DeliveryContext delivery;
  private final Set<String> reserved = new HashSet<>();

  StepRecorder(
      IdempotencyStore store,
      ConsumerSettings settings,
      Platform platform,
      RunningClaim claim,
      Instant stopAt,
      DeliveryContext delivery) {
    this.store = store;
    this.settings = settings;
    this.platform = platform;
    this.claim = claim;
    this.stopAt = stopAt;
    this.delivery = delivery;
  }

  /** Returns the record as it was last seen. */
  IdempotencyRecord mine() {
    return claim.mine();
  }

  Instant now() {
    return platform.clock().instant();
  }

  /** Keeps room for a step that may have to run later. */
  void reserve(String name) {
    reserved.add(name);
  }

  /** Returns how large a result may be, in bytes, beside the others and the handler's own. */
  int freeBytes() {
    return Math.min(settings.maxResultBytes(), roomLeftBytes(Optional.empty()));
  }

  /** Returns the room beside what is noted and, but for this step, what is reserved. */
  private int roomLeftBytes(Optional<String> step) {
    int notedBytes = mine().steps().stream().mapToInt(StepRecorder::bytes).sum();
    int reservedBytes =
        reserved.stream()
            .filter(name -> mine().step(name).isEmpty() && !step.equals(Optional.of(name)))
            .mapToInt(name -> STEP_BYTES + name.length() + LARGEST_WHY_BYTES)
            .sum();
    return settings.stepRoomBytes() - notedBytes - reservedBytes;
  }

  /**
   * Notes that the effect is about to happen; returns only while it may begin.
   *
   * @param before what was known until now
   * @param type of the step's result
   * @return the step as it is noted
   */
  Step begin(Step before, Class<?> type) {
    Step intent = before.begun(now()).intendedBy(mine().attempt());
    if (isLate()) {
      throw late(intent);
    }
    checkRoom(intent, type == Nothing.class ? 0 : RESULT_BYTES);
    note(intent);
    if (isLate()) {
      takeBack(intent, before);
      throw late(intent);
    }
    return intent;
  }

  /** Notes that nothing was begun, so that no doubt is left; an earlier attempt's doubt stays. */
  private void takeBack(Step intent, Step before) {
    if (before.state() != Step.State.INTENT) {
      note(intent.notDone(new ErrorSummary("Not begun: the handler's time was over")));
    }
  }

  void note(Step step) {
    claim.noting(step);
    claim.noted(
        switch (answer(step)) {
          case WriteResult.Written(IdempotencyRecord record) -> record;
          case WriteResult.Refused(Optional<IdempotencyRecord> current) ->
              current.filter(it -> arrivedBefore(it, step)).orElseThrow(() -> superseded(current));
        });
  }

  private WriteResult answer(Step step) {
    // An interrupt by the action would break the write. It is given back to the handler afterwards.
    boolean wasInterrupted = Thread.interrupted();
    try {
      Supplier<WriteResult> write = () -> store.note(mine(), step, stamp());
      RepeatedWrite writes = new RepeatedWrite(platform);
      return step.state() == Step.State.INTENT
          ? writes.answer(write, stopAt)
          : writes.answerAfterEffect(write, stopAt);
    } catch (Throwable thrown) {
      if (FatalProcessError.isShownBy(thrown)) {
        throw thrown;
      }
      String problem = RepeatedWrite.fault(thrown).problem();
      throw stop(Reason.INTERRUPTED, "Step " + step.name() + " could not be noted: " + problem);
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether the refused note was a repetition of one that had arrived, its answer lost. */
  private boolean arrivedBefore(IdempotencyRecord current, Step step) {
    return current.isOwnedBy(mine().owner())
        && current.status() == Status.INPROGRESS
        && current.step(step.name()).filter(step::equals).isPresent();
  }

  private AttemptAbortedError superseded(Optional<IdempotencyRecord> current) {
    current.ifPresent(it -> delivery.met(Relation.SUCCESSOR, it));
    return stop(Reason.SUPERSEDED, "The claim is another attempt's by now");
  }

  private AttemptAbortedError late(Step step) {
    return stop(
        Reason.INTERRUPTED,
        "Step "
            + step.name()
            + " was not begun: the time of the handler, or of its claim, is over");
  }

  /** Returns whether an effect that begins now might be cut off midway. */
  private boolean isLate() {
    return !claim.isHeld() || !now().isBefore(stopAt);
  }

  /** Checks the room before the effect: after it there would be no place to note it. */
  private void checkRoom(Step step, int resultBytes) {
    boolean isNew = mine().step(step.name()).isEmpty();
    // Undoing a step of a saga needs its result, which another attempt has to read.
    int comesToBytes =
        reserved.isEmpty()
            ? LARGEST_WHY_BYTES
            : Math.max(LARGEST_WHY_BYTES, Math.min(resultBytes, settings.maxResultBytes()));
    if (isNew && roomLeftBytes(Optional.of(step.name())) < bytes(step) + comesToBytes) {
      throw stop(
          Reason.CONTRADICTED,
          "Step %s was not begun: the record has no room for it next to %s steps%s and a result of %s"
                  .formatted(
                      step.name(),
                      mine().steps().size(),
                      reserved.isEmpty() ? "" : ", the room to undo them",
                      settings.maxResultBytes())
              + " bytes. Lower maxResultBytes, or give less as the results of steps");
    }
  }

  /** Returns the reason for which the handler must not go on; the first one given stands. */
  AttemptAbortedError stop(Reason reason, String why) {
    return claim.stop(reason, why);
  }

  /** Throws if the handler must not go on. */
  void checkGoesOn() {
    claim.checkGoesOn();
  }

  private WriteTimestamp stamp() {
    return WriteTimestamp.of(now(), settings.retention());
  }

  private static int bytes(Step step) {
    int resultBytes =
        step.result() instanceof StoredResult.Text(String value) ? utf8Bytes(value) : 0;
    return STEP_BYTES
        + step.name().length()
        + resultBytes
        + step.why().map(why -> utf8Bytes(why.text())).orElse(0);
  }

  private static int utf8Bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
