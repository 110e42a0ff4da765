package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
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
 * A sequence of steps that either all happen or are undone, the last first. The record keeps the
 * progress, and another attempt goes on from there, forward or back. Once a saga goes back, it
 * never goes forward again.
 *
 * <p>The saga goes back if a step fails for good or the body returns a failure. After any other
 * exception of the body the message comes back and the saga goes on. After everything is undone,
 * the event has failed. If undoing does not succeed, the record is held for an operator.
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
   * Returns a saga of these steps. It tries again as often as the message comes back. If undoing
   * has failed for 10 minutes and in at least 5 attempts, it holds the record.
   */
  public static Saga over(Steps steps) {
    return new Saga(steps, Patience.ENDLESS, UNDOING);
  }

  /**
   * Returns this saga with a time limit for a step: it goes back if the step has not happened
   * within this time after it was first begun. Choose a time longer than an outage of the services
   * that the steps call, but shorter than the outage that the consumer survives, because a
   * dead-lettered message leaves its saga half done. Default: never.
   *
   * @param sinceBegun the time since an attempt first began the step, by the attempts' own clocks
   * @throws ConfigurationException if it is negative
   */
  public Saga givingUpAfter(Duration sinceBegun) {
    return new Saga(steps, forward.after(sinceBegun), undoing);
  }

  /**
   * Returns this saga with a limit of attempts: it goes back if a step has not happened in this
   * attempt of the event or a later one. The time that this takes depends on the queue's backoff.
   * There may be several attempts within seconds, so prefer {@link #givingUpAfter}. If both limits
   * are set, both have to be reached. Default: never.
   *
   * @param attempt the number of the attempt, at least 1
   * @throws ConfigurationException if it is less
   */
  public Saga maxAttempts(int attempt) {
    return new Saga(steps, forward.inAttempt(attempt), undoing);
  }

  /**
   * Returns this saga, which holds the record for an operator after this many attempts to undo a
   * step. The time of {@link #holdingAfter(Duration)} must have passed too. Default: 5.
   *
   * @param attemptsToUndo the number of attempts, at least 1
   * @throws ConfigurationException if it is less
   */
  public Saga holdingAfter(int attemptsToUndo) {
    return new Saga(steps, forward, undoing.inAttempt(attemptsToUndo));
  }

  /**
   * Returns this saga, which holds the record for an operator if undoing still fails this long
   * after the saga went back. The attempts of {@link #holdingAfter(int)} must have been made too.
   * Default: 10 minutes.
   *
   * @throws ConfigurationException if it is negative
   */
  public Saga holdingAfter(Duration sinceItWentBack) {
    return new Saga(steps, forward, undoing.after(sinceItWentBack));
  }

  /**
   * Runs the body, and undoes its steps if it fails for good.
   *
   * @return the result of the body; a failure after everything is undone
   * @throws AttemptAbortedError if this attempt must not go on; never catch it
   * @throws Exception if the saga has to go on in another attempt
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
    } catch (AttemptAbortedError stopped) {
      throw stopped;
    } catch (Throwable e) {
      // Errors too: a compensation that always throws one would never be held otherwise.
      FatalProcessError.throwIfShownBy(e);
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
