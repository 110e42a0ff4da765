package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a saga on its way. For one thread. */
public final class SagaSteps {
  private static final String UNDO = ".undo";

  private final Steps steps;
  private final Patience patience;
  private final List<String> called = new ArrayList<>();
  private final List<Undoing> done = new ArrayList<>();

  /**
   * How a step that is done is undone.
   *
   * @param name of the step that undoes it
   */
  record Undoing(String name, StepPolicy<Nothing> policy, StepAction<Nothing> action) {}

  SagaSteps(Steps steps, Patience patience) {
    this.steps = steps;
    this.patience = patience;
  }

  /** A step that needs no undoing, as {@link Steps#run}. */
  public <T> T step(String name, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    called.add(name);
    Optional<Step> failed = steps.noted(Step.SAGA_FAILED);
    return steps.run(
        name, policy, failed.isPresent() ? notAgain(name, failed.get()) : givingUp(name, action));
  }

  /** The saga goes back: steps that are done give their results, and none begins. */
  private <T> StepAction<T> notAgain(String name, Step failed) {
    String why = Saga.why(failed);
    Step noted = steps.noted(name).orElseThrow(() -> new StepFailedException(why));
    boolean isLast = noted.position() + 1 == failed.position();
    return providerKey -> {
      if (isLast) {
        throw new StepFailedException(why);
      }
      // The body went on behind it then, and so it does now.
      throw new StepNotDoneException(why);
    };
  }

  /**
   * A step, as {@link Steps#run}, that is undone if a later one fails for good. It begins only
   * where its record has room for undoing it and all before it.
   *
   * @param name at most 59 characters
   */
  public <T> T step(
      String name, StepPolicy<T> policy, StepAction<T> action, Compensation<T> compensation)
      throws Exception {
    String undo = Step.checkedName(name + UNDO);
    steps.reserve(undo);
    T result = step(name, policy, action);
    done.addFirst(
        new Undoing(
            undo,
            compensation.policy(),
            StepAction.of(key -> compensation.action().undo(key, result))));
    return result;
  }

  /** Tried often enough, it has failed for good; unless an earlier attempt left it in doubt. */
  private <T> StepAction<T> givingUp(String name, StepAction<T> action) {
    // That its provider does not have it yet says nothing about a request that is under way.
    boolean wasInDoubt = steps.noted(name).filter(Saga::isInDoubt).isPresent();
    return providerKey -> {
      try {
        return action.perform(providerKey);
      } catch (StepNotDoneException e) {
        if (!patience.isOver(steps.attempt(), name, steps)) {
          throw e;
        }
        String why = "Given up in attempt " + steps.attempt() + ": " + e.why();
        if (wasInDoubt) {
          throw steps.hold("Step " + name + " is in doubt. " + why);
        }
        throw new StepFailedException(why);
      }
    };
  }

  /** The step that was called and may have happened or not, if there is one. */
  Optional<Step> inDoubt() {
    return called.stream()
        .flatMap(name -> steps.noted(name).stream())
        .filter(Saga::isInDoubt)
        .findFirst();
  }

  /** The decision to go back, if an earlier attempt made it where this one is now. */
  Optional<Step> wentBack() {
    int here =
        called.stream()
            .flatMap(name -> steps.noted(name).stream())
            .mapToInt(Step::position)
            .max()
            .orElse(0);
    return steps.noted(Step.SAGA_FAILED).filter(decided -> decided.position() == here + 1);
  }

  /** What is done and can be undone, the last first. */
  List<Undoing> done() {
    return List.copyOf(done);
  }
}
