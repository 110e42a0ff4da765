package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.saga.SagaSteps.Undoing;
import dev.effectivelyonce.core.steps.HandlerStopped;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.Steps;
import java.util.Optional;

/**
 * Steps of which either all happen, or those that happened are undone, the last first. Where it was
 * is in the record: another attempt goes on from there, forward or back. Once a saga goes back it
 * never goes forward again.
 *
 * <p>It goes back when a step fails for good, or the body says that the event has failed. What else
 * the body throws brings the message back, and the saga goes on. The event then ends as failed, or,
 * where undoing does not succeed, held for an operator.
 */
public final class Saga {
  private static final int UNDO_ATTEMPTS = 5;

  private final Steps steps;
  private final int attempts;
  private final int undoAttempts;

  private Saga(Steps steps, int attempts, int undoAttempts) {
    this.steps = steps;
    this.attempts = attempts;
    this.undoAttempts = undoAttempts;
  }

  /**
   * A saga of these steps. It tries again as often as the message comes back, and holds the record
   * when undoing has failed in 5 attempts.
   */
  public static Saga over(Steps steps) {
    return new Saga(steps, Integer.MAX_VALUE, UNDO_ATTEMPTS);
  }

  /**
   * A step that did not happen in this attempt of the event or a later one counts as failed for
   * good: the saga goes back. Choose less than the queue's {@code maxReceiveCount}, which else ends
   * the attempts half way.
   *
   * @param attempt from 1
   */
  public Saga givingUpIn(int attempt) {
    return new Saga(steps, attempt, undoAttempts);
  }

  /**
   * After so many attempts to undo a step the record is held for an operator.
   *
   * @param attemptsToUndo from 1
   */
  public Saga holdingAfter(int attemptsToUndo) {
    return new Saga(steps, attempts, attemptsToUndo);
  }

  /**
   * Runs the body, and undoes what it did if it fails for good.
   *
   * @return what the body returned; a failure once everything is undone
   * @throws HandlerStopped if this attempt must not go on; never catch it
   * @throws Exception to go on in another attempt
   */
  public HandlerResult run(SagaBody body) throws Exception {
    SagaSteps forward = new SagaSteps(steps, attempts);
    HandlerResult result;
    try {
      result = body.run(forward);
    } catch (StepFailedException e) {
      return undone(forward, e.why().text());
    }
    if (result instanceof HandlerResult.Fail(String reason)) {
      return undone(forward, reason);
    }
    // A body may decide by something that is different now.
    Optional<Step> decided = forward.wentBack();
    return decided.isPresent() ? undone(forward, why(decided.get())) : result;
  }

  private HandlerResult undone(SagaSteps forward, String why) throws Exception {
    Optional<Step> doubtful = forward.inDoubt();
    if (doubtful.isPresent()) {
      throw steps.hold(
          "Step %s is in doubt, so the saga can't be undone: %s"
              .formatted(doubtful.get().name(), why));
    }
    steps.decide(SagaSteps.FAILED, why);
    for (Undoing undoing : forward.done()) {
      undo(undoing);
    }
    return HandlerResult.fail(steps.noted(SagaSteps.FAILED).map(Saga::why).orElse(why));
  }

  private void undo(Undoing undoing) throws Exception {
    try {
      steps.run(undoing.name(), undoing.policy(), undoing.action());
    } catch (StepFailedException e) {
      throw held(undoing, e.why());
    } catch (Exception e) {
      if (attemptsToUndo() >= undoAttempts) {
        throw held(undoing, ErrorSummary.of(e));
      }
      throw e;
    }
  }

  private HandlerStopped held(Undoing undoing, ErrorSummary why) {
    return steps.hold(
        "The saga could not be undone at step %s, in attempt %d to undo it: %s"
            .formatted(undoing.name(), attemptsToUndo(), why));
  }

  private int attemptsToUndo() {
    return steps
        .noted(SagaSteps.FAILED)
        .map(decided -> steps.attempt() - decided.attempt() + 1)
        .orElse(1);
  }

  static boolean isInDoubt(Step step) {
    return step.state() == Step.State.INTENT;
  }

  static String why(Step step) {
    return step.why().map(ErrorSummary::text).orElse("No reason was noted");
  }
}
