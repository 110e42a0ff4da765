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

/** The steps of a running saga. Not thread-safe. */
public final class SagaSteps {
  private static final String UNDO = ".undo";

  private final Steps steps;
  private final Patience patience;
  private final List<String> called = new ArrayList<>();
  private final List<Undoing> done = new ArrayList<>();

  /**
   * The step that undoes another, which is done.
   *
   * @param name of the step that undoes it
   */
  record Undoing(String name, StepPolicy<Nothing> policy, StepAction<Nothing> action) {}

  SagaSteps(Steps steps, Patience patience) {
    this.steps = steps;
    this.patience = patience;
  }

  /** Runs a step that needs no undoing, as {@link Steps#run} does. */
  public <T> T step(String name, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    called.add(name);
    Optional<Step> failed = steps.noted(Step.SAGA_FAILED);
    return steps.run(
        name, policy, failed.isPresent() ? notAgain(name, failed.get()) : givingUp(name, action));
  }

  /** Returns an action that begins nothing, since the saga goes back; done steps have results. */
  private <T> StepAction<T> notAgain(String name, Step failed) {
    String why = Saga.why(failed);
    Step noted = steps.noted(name).orElseThrow(() -> new StepFailedException(why));
    boolean isLast = noted.position() + 1 == failed.position();
    return providerKey -> {
      if (isLast) {
        throw new StepFailedException(why);
      }
      // The body went on after this step before, and has to again.
      throw new StepNotDoneException(why);
    };
  }

  /**
   * Runs a step, as {@link Steps#run} does, that is undone if a later step fails for good. The step
   * begins only if its record has room to undo it and all steps before it.
   *
   * @param name the name of the step, at most 59 characters
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

  /** Fails a step that was tried long enough, or holds it if an earlier attempt left doubt. */
  private <T> StepAction<T> givingUp(String name, StepAction<T> action) {
    // Even if the provider does not have it yet, an earlier request may still be under way.
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

  /** Returns a step that was called and is in doubt, if there is one. */
  Optional<Step> inDoubt() {
    return called.stream()
        .flatMap(name -> steps.noted(name).stream())
        .filter(Saga::isInDoubt)
        .findFirst();
  }

  /** Returns the decision to go back, if an earlier attempt made it at this place. */
  Optional<Step> wentBack() {
    int here =
        called.stream()
            .flatMap(name -> steps.noted(name).stream())
            .mapToInt(Step::position)
            .max()
            .orElse(0);
    return steps.noted(Step.SAGA_FAILED).filter(decided -> decided.position() == here + 1);
  }

  /** Returns what is done and can be undone, the last first. */
  List<Undoing> done() {
    return List.copyOf(done);
  }
}
