package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.engine.ObserverProvider;
import dev.effectivelyonce.core.engine.TransitionObserver;
import java.util.Map;

/** Makes a {@link MetricsObserver} that writes to standard output under the function's name. */
public final class MetricsObserverProvider implements ObserverProvider {
  /**
   * {@inheritDoc}
   *
   * @throws dev.effectivelyonce.core.ConfigurationException if {@code AWS_LAMBDA_FUNCTION_NAME} is
   *     missing
   */
  @Override
  public TransitionObserver observerOf(Map<String, String> environment) {
    return MetricsObserver.toStandardOutput(
        environment.getOrDefault("AWS_LAMBDA_FUNCTION_NAME", ""));
  }
}
