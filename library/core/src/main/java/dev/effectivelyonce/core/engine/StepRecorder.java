package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.HandlerStopped;
import dev.effectivelyonce.core.steps.HandlerStopped.Reason;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What one attempt writes about its steps. What it can't write stops it. For one thread. */
final class StepRecorder {
  /** What a step takes of an item besides its texts, with room to spare. */
  private static final int STEP_BYTES = 160;

  /** A step of a saga has room for a result of this size, unless none is kept that large. */
  private static final int RESULT_BYTES = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;

  private static final int LARGEST_WHY_BYTES = 3 * ErrorSummary.MAX_CHARS;

  private final IdempotencyStore store;
  private final ConsumerSettings settings;
  private final Platform platform;
  private final Instant stopAt;
  private final RunningClaim claim;
  private final Set<String> reserved = new HashSet<>();

  StepRecorder(
      IdempotencyStore store,
      ConsumerSettings settings,
      Platform platform,
      RunningClaim claim,
      Instant stopAt) {
    this.store = store;
    this.settings = settings;
    this.platform = platform;
    this.claim = claim;
    this.stopAt = stopAt;
  }

  /** The record as it was last seen. */
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

  /** How large a result may be, in bytes, to be kept beside the others and that of the handler. */
  int freeBytes() {
    return Math.min(settings.maxResultBytes(), roomLeftBytes(Optional.empty()));
  }

  /** Beside what is noted and, but for this step, what is reserved. */
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
   * @param type of what the step comes to
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

  /** Nothing was begun, so the next attempt need not doubt; unless an earlier one left a doubt. */
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
              current.filter(it -> arrivedBefore(it, step)).orElseThrow(this::superseded);
        });
  }

  private WriteResult answer(Step step) {
    // An interrupt that the action left behind would break the write; it is the handler's, though.
    boolean wasInterrupted = Thread.interrupted();
    try {
      return new RepeatedWrite(platform).answer(() -> store.note(mine(), step, stamp()), stopAt);
    } catch (StoreException e) {
      throw stop(Reason.INTERRUPTED, "Step " + step.name() + " could not be noted: " + e.problem());
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The note had been written, only its answer was lost, and it was sent again. */
  private boolean arrivedBefore(IdempotencyRecord current, Step step) {
    return current.isOwnedBy(mine().owner())
        && current.status() == Status.INPROGRESS
        && current.step(step.name()).filter(step::equals).isPresent();
  }

  private HandlerStopped superseded() {
    return stop(Reason.SUPERSEDED, "The claim is another attempt's by now");
  }

  private HandlerStopped late(Step step) {
    return stop(
        Reason.INTERRUPTED,
        "Step "
            + step.name()
            + " was not begun: the time of the handler, or of its claim, is over");
  }

  /** An effect that begins now might be cut off in its midst. */
  private boolean isLate() {
    return !claim.isHeld() || !now().isBefore(stopAt);
  }

  /** Before the effect: after it there would be no place to say that it happened. */
  private void checkRoom(Step step, int resultBytes) {
    boolean isNew = mine().step(step.name()).isEmpty();
    // What a saga undoes leans on the results of its steps, which another attempt has to read.
    int comesToBytes =
        reserved.isEmpty()
            ? LARGEST_WHY_BYTES
            : Math.max(LARGEST_WHY_BYTES, Math.min(resultBytes, settings.maxResultBytes()));
    if (isNew && roomLeftBytes(Optional.of(step.name())) < bytes(step) + comesToBytes) {
      throw stop(
          Reason.CONTRADICTED,
          "Step %s was not begun: the record has no room for it beside %d steps%s and a result of %d"
                  .formatted(
                      step.name(),
                      mine().steps().size(),
                      reserved.isEmpty() ? "" : ", the room to undo them",
                      settings.maxResultBytes())
              + " bytes. Lower maxResultBytes, or give less as the results of steps");
    }
  }

  /** The reason for which the handler must not go on: the first one stands. */
  HandlerStopped stop(Reason reason, String why) {
    return claim.stop(reason, why);
  }

  /** Throws if the handler must not go on. */
  void checkGoesOn() {
    claim.checkGoesOn();
  }

  private Stamp stamp() {
    return Stamp.of(now(), settings.retention());
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
