package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.worker.WorkerStatus.State;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process that receives messages or polls records itself, for a consumer. */
public abstract sealed class Worker implements AutoCloseable
    permits KafkaWorker, RabbitWorker, SqsWorker {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private final String name;
  private final Duration grace;
  private final Optional<InetSocketAddress> healthAddress;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  private volatile WorkerStatus.Queue lastAnswer = WorkerStatus.Queue.UNKNOWN;
  private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
  private final AtomicReference<@Nullable HealthServer> health = new AtomicReference<>();

  /**
   * @param name the consumer's name
   * @param grace how long a stop waits for handlers that run
   */
  Worker(String name, Duration grace, Optional<InetSocketAddress> healthAddress) {
    this.name = name;
    this.grace = grace;
    this.healthAddress = healthAddress;
  }

  /** Starts the threads of the worker, or refuses to. */
  abstract void begin();

  /** Receives no more. May be called often, and by any thread. */
  abstract void receiveNoMore();

  /** Waits until nothing is held, for a grace, and returns whether it was in time. */
  abstract boolean awaitEnd(Duration longest) throws InterruptedException;

  /** Gives back what the worker uses. May be called often. */
  abstract void end();

  /** Returns how many messages or records are here. */
  abstract int held();

  /** Returns the time by the worker's clock. */
  abstract Instant now();

  /**
   * Starts the worker and returns when it has stopped: after SIGTERM or SIGINT, {@link #stop}, or
   * an error after which its process can't go on. Call it in {@code main}.
   *
   * <p>A second SIGTERM or SIGINT ends the process at once, as {@code kill -9} does: the messages
   * of handlers that run come back when their claims' leases end. One within a second of the first
   * is ignored, because some terminals and supervisors send each signal twice.
   *
   * @throws ConfigurationException as {@link #start}, or if another process has taken this one's
   *     {@code group.instance.id} in Kafka
   * @throws FatalProcessError if the process can't go on and has to be replaced
   * @throws RuntimeException if Kafka refuses this process for good, as for lack of a right, or if
   *     a thread that receives messages ended by an exception or an interrupt
   * @throws InterruptedException if the thread is interrupted; the worker has stopped then
   */
  public final void run() throws InterruptedException {
    Thread hook = new Thread(this::closeOnSignal, "effectively-once-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      start();
      stopping.await();
    } finally {
      close();
      forget(hook);
    }
    switch (fatal.get()) {
      case Error error -> throw error;
      case RuntimeException problem -> throw problem;
      case null, default -> {}
    }
  }

  /** The JVM would ignore a second signal while it waits for this one's handlers. */
  private void closeOnSignal() {
    try {
      Signals.haltAtTheNext(this::now);
    } finally {
      close();
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook runs.
    }
  }

  /**
   * Starts the worker, and returns. The threads that receive and handle messages do not keep the
   * JVM alive, and only health checks do until the worker is closed: call {@link #run} if nothing
   * else keeps it alive.
   *
   * @throws ConfigurationException if the source can't be read or does not match the consumer, if
   *     the consumer has no heartbeat, or if the address of the health checks is in use
   * @throws IllegalStateException if it was started before
   */
  public final void start() {
    if (isStopping() || !state.compareAndSet(State.NEW, State.RUNNING)) {
      throw new IllegalStateException(
          "The worker was started or stopped before. Build another one.");
    }
    try {
      healthAddress.ifPresent(
          address ->
              health.set(
                  HealthServer.start(address, () -> status().isLive(), () -> status().isReady())));
      begin();
    } catch (Throwable refused) {
      close();
      throw refused;
    }
  }

  /** Asks the worker to stop, and returns. Handlers that run go on. May be called often. */
  public final void stop() {
    state.compareAndSet(State.RUNNING, State.STOPPING);
    receiveNoMore();
    stopping.countDown();
  }

  /**
   * Stops, and waits for the handlers that run, at most as long as the builder's {@code grace}. The
   * messages of handlers that still run then come back when their claims' leases end. May be called
   * often.
   */
  @Override
  public final void close() {
    stop();
    try {
      boolean isDone = awaitEnd(grace);
      if (state.compareAndSet(State.STOPPING, State.STOPPED)) {
        tellEnd(isDone);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      HealthServer server = health.getAndSet(null);
      if (server != null) {
        server.close();
      }
      end();
    }
  }

  private void tellEnd(boolean isDone) {
    if (isDone) {
      LOG.info("The consumer '{}' has stopped", name);
    } else {
      LOG.warn(
          "The consumer '{}' has stopped with {} messages under way. They come back when their"
              + " leases end.",
          name,
          held());
    }
  }

  /** Returns the worker's state. */
  public final WorkerStatus status() {
    return new WorkerStatus(Objects.requireNonNull(state.get()), held(), lastAnswer);
  }

  /** The port of the health checks; empty if there are none. */
  final OptionalInt healthPort() {
    HealthServer server = health.get();
    return server == null ? OptionalInt.empty() : OptionalInt.of(server.port());
  }

  final void answered(WorkerStatus.Queue answer) {
    lastAnswer = answer;
  }

  final boolean isStopping() {
    return stopping.getCount() == 0;
  }

  final boolean isFailed() {
    return state.get() == State.FAILED;
  }

  final void failIfFatal(Throwable thrown) {
    try {
      FatalProcessError.throwIfShownBy(thrown);
    } catch (FatalProcessError error) {
      fail(error);
    }
  }

  /** A thread of the worker that ends before a stop must not do so in silence. */
  final void failIfRunning(InterruptedException interrupt) {
    Thread.currentThread().interrupt();
    if (!isStopping()) {
      fail(new IllegalStateException("A thread of the worker was interrupted", interrupt));
    }
  }

  /** The process can't go on: whoever runs it has to replace it. */
  final void fail(Throwable thrown) {
    fatal.compareAndSet(null, thrown);
    state.set(State.FAILED);
    LOG.error("This process can't go on and has to be replaced", thrown);
    stop();
  }
}
