package dev.effectivelyonce.worker;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the process does at a signal of its system. The JDK's class for it has no other place than
 * {@code sun.misc}, of which the compiler warns, so it is called by reflection.
 */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
  private static final List<String> ENDING = List.of("TERM", "INT");

  /** A shell adds it to the number of a signal that ended a process. */
  private static final int BY_SIGNAL = 128;

  private static final Duration REPEATED = Duration.ofSeconds(1);

  private Signals() {}

  /**
   * Ends the process at the next signal that asks it to, without waiting for anything. One that
   * comes {@linkplain #isRepeated with the first} is no other.
   */
  static void haltAtTheNext(Supplier<Instant> clock) {
    Instant first = clock.get();
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object halting =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (!isRepeated(first, clock.get())) {
                  int number = (Integer) signal.getMethod("getNumber").invoke(arguments[0]);
                  Runtime.getRuntime().halt(BY_SIGNAL + number);
                }
                return null;
              });
      for (String name : ENDING) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), halting);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Such as with -Xrs, which leaves the signals to the system.
      LOG.info("A second signal is ignored by this JVM", e);
    }
  }

  /** A terminal and a supervisor may each send the signal that asks for the stop. */
  static boolean isRepeated(Instant first, Instant next) {
    Duration between = Duration.between(first, next);
    return !between.isNegative() && between.compareTo(REPEATED) < 0;
  }
}
