package dev.effectivelyonce.integration.chaos;

import dev.effectivelyonce.integration.environment.FunctionContainers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Kills the runtime in a container of one of the functions now and then, until it is stopped. */
final class Killer implements AutoCloseable {
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(4);
  private static final int PAUSE_SPREAD_MILLIS = 6000;

  /** LocalStack waits 20 s for one that dies while it starts. */
  private static final Duration START_TIME = Duration.ofSeconds(3);

  private final List<FunctionContainers> functions;
  private final Random random;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "killer");
  private int kills;

  private Killer(List<FunctionContainers> functions, Random random) {
    this.functions = functions;
    this.random = random;
  }

  static Killer start(List<FunctionContainers> functions, Random random) {
    Killer killer = new Killer(functions, random);
    killer.thread.start();
    return killer;
  }

  /** Stops it, and says how many it has killed. */
  int stop() {
    close();
    return kills;
  }

  @Override
  public void close() {
    stopped.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopped.await(pauseMillis(), TimeUnit.MILLISECONDS)) {
        killOne();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long pauseMillis() {
    return SHORTEST_PAUSE.toMillis() + random.nextInt(PAUSE_SPREAD_MILLIS);
  }

  private void killOne() {
    FunctionContainers function = functions.get(random.nextInt(functions.size()));
    List<String> running = function.runningSince(Instant.now().minus(START_TIME));
    if (!running.isEmpty() && function.killRuntime(running.get(random.nextInt(running.size())))) {
      kills++;
    }
  }
}
