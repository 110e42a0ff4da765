package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.AttemptAbortedError.Reason;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Duration;
import java.util.Optional;

/** Runs no step: the handler has no claim yet, and is to run again under one. */
final class StepsWithoutClaim implements Steps {
  private boolean wereCalled;

  boolean wereCalled() {
    return wereCalled;
  }

  @Override
  public <T> T run(String name, StepPolicy<T> policy, StepAction<T> action) {
    throw stopped("Step " + name + " needs a claim");
  }

  @Override
  public Optional<Step> noted(String name) {
    throw stopped("Steps need a claim");
  }

  @Override
  public int attempt() {
    throw stopped("Steps need a claim");
  }

  @Override
  public Duration age(String name) {
    throw stopped("Steps need a claim");
  }

  @Override
  public void reserve(String name) {
    throw stopped("Steps need a claim");
  }

  @Override
  public void decide(String name, String why) {
    throw stopped("Step " + name + " needs a claim");
  }

  @Override
  public AttemptAbortedError hold(String why) {
    return stopped(why);
  }

  private AttemptAbortedError stopped(String why) {
    wereCalled = true;
    return new AttemptAbortedError(Reason.INTERRUPTED, new ErrorSummary(why));
  }
}
