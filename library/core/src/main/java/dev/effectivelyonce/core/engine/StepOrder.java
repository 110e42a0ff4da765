package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.AttemptAbortedError.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares the order in which an attempt calls its steps with that of its record. Another order
 * means changed code, or code that depends on more than the event. What is done can't be known
 * then.
 */
final class StepOrder {
  private static final String REMEDY =
      ". Run the code that began this event, or settle or forget its record";

  private final StepRecorder notes;
  private final List<String> called = new ArrayList<>();
  private Optional<String> running = Optional.empty();

  StepOrder(StepRecorder notes) {
    this.notes = notes;
  }

  /** Returns the step that is called now, as its record has it, or unbegun. */
  Step next(String name) {
    String checked = Step.checkedName(name);
    if (running.isPresent()) {
      throw contradicted(
          "Step %s is called while step %s runs. Call one after the other, on one thread"
              .formatted(checked, running.get()));
    }
    if (called.contains(checked)) {
      throw contradicted(
          "Step %s is called twice. Give each step of a handler a name of its own"
              .formatted(checked));
    }
    Step step = at(called.size() + 1).orElseGet(() -> unbegun(checked));
    if (!step.name().equals(checked)) {
      throw contradicted(
          "The handler calls step %s where its record has step %s, as number %s%s"
              .formatted(checked, step.name(), step.position(), REMEDY));
    }
    called.add(checked);
    running = Optional.of(checked);
    return step;
  }

  /** Returns whether nobody noted this step before. */
  boolean isNew(Step step) {
    return notes.mine().step(step.name()).isEmpty();
  }

  /** Marks the step that was called last as over. */
  void ended() {
    running = Optional.empty();
  }

  /** Stops a handler that completes with a step of its record left undone, or in doubt. */
  void checkEnd(@Nullable HandlerResult result) {
    boolean isCompleted =
        result instanceof HandlerResult.Completed || result instanceof HandlerResult.Committing;
    if (isCompleted) {
      at(called.size() + 1)
          .ifPresent(
              missing -> {
                throw contradicted(
                    "The handler completed without step %s of its record%s"
                        .formatted(missing.name(), REMEDY));
              });
    }
  }

  private Step unbegun(String name) {
    return Step.unbegun(name, called.size() + 1, notes.mine().attempt());
  }

  private Optional<Step> at(int position) {
    List<Step> steps = notes.mine().steps();
    // Most events have none, and each is asked for it.
    return steps.isEmpty()
        ? Optional.empty()
        : steps.stream().filter(it -> it.position() == position).findFirst();
  }

  private AttemptAbortedError contradicted(String why) {
    return notes.stop(Reason.CONTRADICTED, why);
  }
}
