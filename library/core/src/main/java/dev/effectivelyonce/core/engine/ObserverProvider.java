package dev.effectivelyonce.core.engine;

import java.util.Map;

/**
 * Makes an observer from a function's environment. A module that can, such as
 * effectively-once-metrics, names its provider for {@link java.util.ServiceLoader}.
 */
@FunctionalInterface
public interface ObserverProvider {
  /** Returns an observer for the function that has these environment variables. */
  TransitionObserver observerOf(Map<String, String> environment);
}
