package dev.effectivelyonce.simulation.kernel;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Virtual threads that run on an executor of ours. Those that they start run on it too, so that
 * code which uses virtual threads needs no change to be scheduled by it.
 *
 * <p>The JDK has no public way to say so: this opens the builder of its virtual threads, and needs
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
final class DeterministicThreads {
  private static final Constructor<?> BUILDER = builder();

  private DeterministicThreads() {}

  static ThreadFactory on(Executor scheduler) {
    try {
      return ((Thread.Builder.OfVirtual) BUILDER.newInstance(scheduler)).factory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This JDK's virtual threads can't be scheduled", e);
    }
  }

  private static Constructor<?> builder() {
    try {
      Constructor<?> builder =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      builder.setAccessible(true);
      return builder;
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalStateException(
          "Run on the JDK of this build, with --add-opens java.base/java.lang=ALL-UNNAMED", e);
    }
  }
}
