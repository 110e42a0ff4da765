package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import org.springframework.context.SmartLifecycle;

/** Looks at an application before any of its containers receives a message. */
abstract class StartCheck implements SmartLifecycle {
  private volatile boolean isRunning;

  /**
   * @throws ConfigurationException if an event could be lost, or run twice
   */
  abstract void check();

  @Override
  public final void start() {
    check();
    isRunning = true;
  }

  @Override
  public final void stop() {
    isRunning = false;
  }

  @Override
  public final boolean isRunning() {
    return isRunning;
  }

  @Override
  public final int getPhase() {
    return Integer.MIN_VALUE;
  }
}
