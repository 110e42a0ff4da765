package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.AttemptId;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The engine's sources of time, owner ids, randomness and waiting. Tests provide their own.
 *
 * @param clock the local clock
 * @param owners supplies a new owner id at each call, unique among all attempts of all processes
 * @param random the random generator for jitter; it need not be secure
 * @param pause how to wait
 * @param timers for tasks that run while a handler runs ({@link Heartbeat})
 */
public record Platform(
    Clock clock, Supplier<AttemptId> owners, RandomGenerator random, Pause pause, Timers timers) {

  /** A way to wait. */
  @FunctionalInterface
  public interface Pause {
    /**
     * Returns after about the given time.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    void pause(Duration duration) throws InterruptedException;

    /**
     * Returns the state of another thread, by which a lane knows whether it is worth while to wait
     * for it. By default it is not.
     */
    default Thread.State stateOf(Thread other) {
      return Thread.State.TERMINATED;
    }
  }

  /** The pauses of the JDK. */
  private enum JdkPause implements Pause {
    INSTANCE;

    @Override
    public void pause(Duration duration) throws InterruptedException {
      Thread.sleep(duration);
    }

    @Override
    public Thread.State stateOf(Thread other) {
      return other.getState();
    }
  }

  /** Creates a platform with the timers of the JDK, which start on first use. */
  public Platform(Clock clock, Supplier<AttemptId> owners, RandomGenerator random, Pause pause) {
    this(clock, owners, random, pause, Timers.system());
  }

  /**
   * Returns the real platform: the system clock in UTC, random UUIDs, the thread's random generator
   * and {@link Thread#sleep(Duration)}. No id or random number is drawn before its first use, so
   * that a SnapStart snapshot contains none.
   */
  public static Platform system() {
    return new Platform(
        Clock.systemUTC(),
        () -> new AttemptId(UUID.randomUUID().toString()),
        () -> ThreadLocalRandom.current().nextLong(),
        JdkPause.INSTANCE);
  }
}
