package dev.effectivelyonce.tests.words;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import java.util.List;

/** Notes the kinds of transitions, and when a call is over, and fails whenever it is. */
public record Noted(List<String> told) implements TransitionObserver {
  @Override
  public void onTransition(Transition transition) {
    told.add(transition.kind().name());
  }

  @Override
  public void flush() {
    told.add("over");
    throw new IllegalStateException("no metrics");
  }
}
