package dev.effectivelyonce.local.eventsource;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads that repeat turns until they are closed. */
public final class Worker implements EventSource {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** What is repeated. */
  public interface Turn {
    /** Does it once. */
    void take() throws InterruptedException;
  }

  private final AtomicBoolean running = new AtomicBoolean(true);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Begins, on a thread of its own. */
  public void repeat(Turn turn) {
    threads.execute(
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

  /** Returns whether it was not closed yet. */
  public boolean isRunning() {
    return running.get();
  }

  @Override
  public void close() {
    running.set(false);
    threads.shutdown();
    try {
      if (!threads.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
