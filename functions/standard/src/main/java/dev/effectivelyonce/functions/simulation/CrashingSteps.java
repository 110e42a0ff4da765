package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Duration;
import java.util.Optional;

/**
 * Steps whose process ends between the effect of one of them and the note that it is done.
 *
 * @param crash ends the process at once
 */
record CrashingSteps(Steps steps, String fatal, Runnable crash) implements Steps {
  @Override
  public <T> T run(String name, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    return steps.run(name, policy, name.equals(fatal) ? thenCrash(action) : action);
  }

  private <T> StepAction<T> thenCrash(StepAction<T> action) {
    return providerKey -> {
      T result = action.perform(providerKey);
      crash.run();
      return result;
    };
  }

  @Override
  public Optional<Step> noted(String name) {
    return steps.noted(name);
  }

  @Override
  public int attempt() {
    return steps.attempt();
  }

  @Override
  public Duration age(String name) {
    return steps.age(name);
  }

  @Override
  public void reserve(String name) {
    steps.reserve(name);
  }

  @Override
  public void decide(String name, String why) {
    steps.decide(name, why);
  }

  @Override
  public AttemptAbortedError hold(String why) {
    return steps.hold(why);
  }
}
