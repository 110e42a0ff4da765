package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.engine.ObserverProvider;
import dev.effectivelyonce.core.engine.TransitionObserver;
import java.util.Map;

/**
 * Makes a {@link MetricsObserver} that writes to standard output under the name of function or
 * service.
 */
public final class MetricsObserverProvider implements ObserverProvider {
  /**
   * {@inheritDoc}
   *
   * @throws dev.effectivelyonce.core.ConfigurationException if neither {@code
   *     AWS_LAMBDA_FUNCTION_NAME} nor {@code EFFECTIVELY_ONCE_SERVICE} is set
   */
  @Override
  public TransitionObserver observerOf(Map<String, String> environment) {
    return MetricsObserver.toStandardOutput(DeployedFunction.from(environment).name().orElse(""));
  }
}
