package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.saga.SagaSteps.Undoing;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Duration;
import java.util.Optional;

/**
 * Steps of which either all happen, or those that happened are undone, the last first. The record
 * keeps its progress: another attempt goes on from there, forward or back. Once a saga goes back it
 * never goes forward again.
 *
 * <p>It goes back when a step fails for good, or the body says that the event has failed. Any other
 * exception of the body brings the message back, and the saga goes on. Once undone, the event ends
 * as failed; if undoing does not succeed, the record is held for an operator.
 */
public final class Saga {
  private static final Patience UNDOING = new Patience(5, Duration.ofMinutes(10));

  private final Steps steps;
  private final Patience forward;
  private final Patience undoing;

  private Saga(Steps steps, Patience forward, Patience undoing) {
    this.steps = steps;
    this.forward = forward;
    this.undoing = undoing;
  }

  /**
   * Returns a saga of these steps. It tries again as often as the message comes back. It holds the
   * record when undoing has failed for 10 minutes, in 5 attempts at least.
   */
  public static Saga over(Steps steps) {
    return new Saga(steps, Patience.ENDLESS, UNDOING);
  }

  /**
   * Returns this saga, which goes back when a step has not happened so long after it was first
   * begun. Choose more than an outage of what the steps call, and less than the consumer survives:
   * a message that is dead-lettered leaves its saga half way. Default: never.
   *
   * @param sinceBegun since an attempt first began the step, by the attempts' own clocks
   * @throws ConfigurationException if it is negative
   */
  public Saga givingUpAfter(Duration sinceBegun) {
    return new Saga(steps, forward.after(sinceBegun), undoing);
  }

  /**
   * Returns this saga, which goes back when a step has not happened in this attempt of the event or
   * a later one. The queue's backoff decides how long that takes. It may make a few attempts within
   * seconds, so prefer {@link #givingUpAfter}. Where both are given, both have to be reached.
   * Default: never.
   *
   * @param attempt from 1
   * @throws ConfigurationException if it is less
   */
  public Saga maxAttempts(int attempt) {
    return new Saga(steps, forward.inAttempt(attempt), undoing);
  }

  /**
   * Returns this saga, which holds the record for an operator after so many attempts to undo a
   * step. The time of {@link #holdingAfter(Duration)} has to have passed too. Default: 5.
   *
   * @param attemptsToUndo from 1
   * @throws ConfigurationException if it is less
   */
  public Saga holdingAfter(int attemptsToUndo) {
    return new Saga(steps, forward, undoing.inAttempt(attemptsToUndo));
  }

  /**
   * Returns this saga, which holds the record for an operator if undoing still fails so long after
   * it went back. The attempts of {@link #holdingAfter(int)} have to be made too. Default: 10
   * minutes.
   *
   * @throws ConfigurationException if it is negative
   */
  public Saga holdingAfter(Duration sinceItWentBack) {
    return new Saga(steps, forward, undoing.after(sinceItWentBack));
  }

  /**
   * Runs the body, and undoes what it did if it fails for good.
   *
   * @return what the body returned; a failure once everything is undone
   * @throws AttemptAbortedError if this attempt must not go on; never catch it
   * @throws Exception to go on in another attempt
   */
  public HandlerResult run(SagaBody body) throws Exception {
    steps.reserve(Step.SAGA_FAILED);
    SagaSteps saga = new SagaSteps(steps, forward);
    HandlerResult result;
    try {
      result = body.run(saga);
    } catch (StepFailedException e) {
      return undone(saga, e.why().text());
    }
    if (result instanceof HandlerResult.Fail(String reason)) {
      return undone(saga, reason);
    }
    // An earlier attempt decided to go back, even if the body decides otherwise now.
    Optional<Step> decided = saga.wentBack();
    return decided.isPresent() ? undone(saga, why(decided.get())) : result;
  }

  private HandlerResult undone(SagaSteps saga, String why) throws Exception {
    Optional<Step> doubtful = saga.inDoubt();
    if (doubtful.isPresent()) {
      throw steps.hold(
          "Step %s is in doubt, so the saga can't be undone: %s"
              .formatted(doubtful.get().name(), why));
    }
    steps.decide(Step.SAGA_FAILED, why);
    for (Undoing last : saga.done()) {
      undo(last);
    }
    return HandlerResult.fail(steps.noted(Step.SAGA_FAILED).map(Saga::why).orElse(why));
  }

  private void undo(Undoing last) throws Exception {
    try {
      steps.run(last.name(), last.policy(), last.action());
    } catch (StepFailedException e) {
      throw held(last, e.why());
    } catch (Exception e) {
      if (undoing.isOver(attemptsToUndo(), Step.SAGA_FAILED, steps)) {
        throw held(last, ErrorSummary.of(e));
      }
      throw e;
    }
  }

  private AttemptAbortedError held(Undoing last, ErrorSummary why) {
    return steps.hold(
        "The saga could not be undone at step %s, in attempt %s to undo it: %s"
            .formatted(last.name(), attemptsToUndo(), why));
  }

  private int attemptsToUndo() {
    return steps
        .noted(Step.SAGA_FAILED)
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
