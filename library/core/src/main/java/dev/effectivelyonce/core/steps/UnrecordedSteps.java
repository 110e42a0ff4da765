package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import java.time.Duration;
import java.util.Optional;

/** Runs everything and keeps nothing. */
record UnrecordedSteps(RecordId id) implements Steps {
  @Override
  public <T> T run(String name, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    return action.perform(id.providerKey(Step.checkedName(name)));
  }

  @Override
  public Optional<Step> noted(String name) {
    return Optional.empty();
  }

  @Override
  public int attempt() {
    return 0;
  }

  @Override
  public Duration age(String name) {
    return Duration.ZERO;
  }

  @Override
  public void reserve(String name) {}

  @Override
  public void decide(String name, String why) {}

  @Override
  public AttemptAbortedError hold(String why) {
    return new AttemptAbortedError(AttemptAbortedError.Reason.HELD, new ErrorSummary(why));
  }
}
