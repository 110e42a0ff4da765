package dev.effectivelyonce.local.eventsource;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread that repeats a turn until it is closed. */
final class Worker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** What is repeated. */
  interface Turn {
    void take() throws InterruptedException;
  }

  private final AtomicBoolean running = new AtomicBoolean(true);
  private final ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();

  /** Begins. */
  void repeat(Turn turn) {
    thread.execute(
        () -> {
          try {
            while (running.get()) {
              turn.take();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            LOG.error("An event source ends, by a fault of the runner", e);
          }
        });
  }

  boolean isRunning() {
    return running.get();
  }

  @Override
  public void close() {
    running.set(false);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
