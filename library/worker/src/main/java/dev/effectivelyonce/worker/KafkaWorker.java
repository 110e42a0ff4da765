package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.worker.RecordBatch.Progress;
import dev.effectivelyonce.worker.WorkerStatus.State;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the topics of a {@link KafkaConsumer} in a process of its own, as a member of a consumer
 * group. Partitions are handled side by side on virtual threads, each in order. An offset is
 * committed when its record and all before it are done or parked.
 *
 * <p>On {@link #stop} it starts no further handler. Handlers that run end, their offsets are
 * committed, and the group is left. If a process is killed instead, others read its partitions from
 * the last commit, skip what is done, and take the claims over when their leases end.
 */
public final class KafkaWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaWorker.class);
  private static final Backoff AFTER_FAULTS =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

  /** A last poll, the last commit and the leave. */
  private static final Duration LONGEST_END = PollLoop.FAREWELL.multipliedBy(2).plusSeconds(1);

  private final KafkaConsumer<?> consumer;
  private final Supplier<Consumer<byte[], byte[]>> clients;
  private final String servers;
  private final Duration grace;
  private final Duration handover;
  private final Optional<InetSocketAddress> healthAddress;
  private final Platform platform;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger records = new AtomicInteger();
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  private final AtomicReference<@Nullable Instant> stopBy = new AtomicReference<>();
  private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
  private final AtomicReference<@Nullable HealthServer> health = new AtomicReference<>();
  private final AtomicReference<@Nullable PollLoop> loop = new AtomicReference<>();
  private volatile WorkerStatus.Queue lastAnswer = WorkerStatus.Queue.UNKNOWN;

  /**
   * @param handover how long a partition that is taken away is kept for its handlers that run
   */
  KafkaWorker(
      KafkaConsumer<?> consumer,
      Supplier<Consumer<byte[], byte[]>> clients,
      String servers,
      Duration grace,
      Duration handover,
      Optional<InetSocketAddress> healthAddress,
      Platform platform) {
    this.consumer = consumer;
    this.clients = clients;
    this.servers = servers;
    this.grace = grace;
    this.handover = handover;
    this.healthAddress = healthAddress;
    this.platform = platform;
  }

  /**
   * Returns a builder for a worker.
   *
   * @param consumer a consumer with a {@linkplain
   *     dev.effectivelyonce.kafka.KafkaConsumerBuilder#heartbeat heartbeat}, whose identity names
   *     its {@linkplain dev.effectivelyonce.kafka.KafkaIdentity#topics topics}
   */
  public static KafkaWorkerBuilder of(KafkaConsumer<?> consumer) {
    return new KafkaWorkerBuilder(consumer);
  }

  /**
   * Starts the worker and returns when it has stopped: after SIGTERM or SIGINT, {@link #stop}, or
   * an error after which its process can't go on. Call it in {@code main}.
   *
   * @throws ConfigurationException as {@link #start}, or if another process has taken this one's
   *     {@code group.instance.id}
   * @throws FatalProcessError if the process can't go on and has to be replaced
   * @throws InterruptedException if the thread is interrupted; the worker has stopped then
   */
  public void run() throws InterruptedException {
    StopHook hook = StopHook.of(this::close);
    try {
      start();
      stopping.await();
    } finally {
      close();
      hook.remove();
    }
    switch (fatal.get()) {
      case Error error -> throw error;
      case RuntimeException problem -> throw problem;
      case null, default -> {}
    }
  }

  /**
   * Starts to poll, and returns. The worker's threads do not keep the JVM alive: if nothing else
   * does, call {@link #run}.
   *
   * @throws ConfigurationException if the client of Kafka can't be made, or if the address of the
   *     health checks is in use
   * @throws IllegalStateException if it was started before
   */
  public void start() {
    if (isStopping() || !state.compareAndSet(State.NEW, State.RUNNING)) {
      throw new IllegalStateException(
          "The worker was started or stopped before. Build another one.");
    }
    try {
      healthAddress.ifPresent(
          address ->
              health.set(
                  HealthServer.start(address, () -> status().isLive(), () -> status().isReady())));
      PollLoop polling = polling();
      Thread.ofPlatform().daemon().name("poll").start(() -> poll(polling));
      loop.set(polling);
      LOG.info("Polling {} for the consumer '{}'", consumer.terms().topics(), name());
    } catch (Throwable refused) {
      close();
      throw refused;
    }
  }

  /** Makes what polls: a member of the group, once it is polled. */
  PollLoop polling() {
    Consumer<byte[], byte[]> client;
    try {
      client = clients.get();
    } catch (KafkaException e) {
      throw new ConfigurationException(
          "The client of Kafka can't be made: " + e.getMessage(), "Change config(...)");
    }
    RecordBatch.Common common =
        new RecordBatch.Common(consumer, servers, platform.clock(), this::failIfFatal);
    PolledPartition.Batches batches =
        (some, isLeft) ->
            started(
                new RecordBatch(common, some, () -> isStopping() || isLeft.getAsBoolean()),
                some.size(),
                client);
    PollLoop polling =
        new PollLoop(
            client,
            () -> new PolledPartition(batches, consumer.terms().backoff(), platform),
            handover,
            this::isStopping);
    client.subscribe(consumer.terms().topics(), polling);
    return polling;
  }

  private CompletableFuture<Progress> started(
      RecordBatch batch, int size, Consumer<byte[], byte[]> client) {
    CompletableFuture<Progress> running =
        CompletableFuture.supplyAsync(batch, task -> Thread.ofVirtual().name("batch").start(task));
    records.addAndGet(size);
    running.thenRun(
        () -> {
          records.addAndGet(-size);
          client.wakeup();
        });
    return running;
  }

  private void poll(PollLoop polling) {
    try {
      for (int faults = 0; !isDone(); faults = isPolled(polling) ? 0 : faults + 1) {
        if (faults > 0) {
          platform.pause().pause(AFTER_FAULTS.after(faults, platform.random()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leave(polling);
    }
  }

  /** Whether nothing runs any more after a stop, or its time is over. */
  private boolean isDone() {
    Instant end = stopBy.get();
    return end != null && (records.get() == 0 || !platform.clock().instant().isBefore(end));
  }

  private boolean isPolled(PollLoop polling) {
    try {
      polling.step();
      lastAnswer =
          polling.isMember() ? WorkerStatus.Queue.ANSWERS : WorkerStatus.Queue.UNKNOWN;
      return true;
    } catch (FencedInstanceIdException e) {
      fail(
          new ConfigurationException(
              "Another process has taken the group.instance.id of this one",
              "Give each process an id of its own"));
    } catch (Throwable thrown) {
      // Whatever it is, a thread that ends in silence would stop the partitions.
      lastAnswer = WorkerStatus.Queue.AWAY;
      LOG.warn("No records could be polled. It is tried again.", thrown);
      failIfFatal(thrown);
    }
    return false;
  }

  private void leave(PollLoop polling) {
    try {
      polling.close();
    } catch (RuntimeException e) {
      LOG.warn("The group was not left. It notices when the session times out.", e);
    } finally {
      ended.countDown();
    }
  }

  private void failIfFatal(Throwable thrown) {
    try {
      FatalProcessError.throwIfShownBy(thrown);
    } catch (FatalProcessError error) {
      fail(error);
    }
  }

  /** The process can't go on: whoever runs it has to replace it. */
  private void fail(Throwable thrown) {
    fatal.compareAndSet(null, thrown);
    state.set(State.FAILED);
    LOG.error("This process can't go on and has to be replaced", thrown);
    stop();
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private String name() {
    return consumer.terms().name().value();
  }

  /** Asks the worker to stop, and returns. Handlers that run go on. May be called often. */
  public void stop() {
    state.compareAndSet(State.RUNNING, State.STOPPING);
    stopBy.compareAndSet(null, platform.clock().instant().plus(grace));
    stopping.countDown();
    PollLoop polling = loop.get();
    if (polling != null) {
      polling.wake();
    }
  }

  /**
   * Stops, and waits for the handlers that run, at most as long as {@link KafkaWorkerBuilder#grace}
   * and a few seconds for the last commit. May be called often.
   */
  @Override
  public void close() {
    stop();
    try {
      if (loop.get() != null) {
        ended.await(grace.plus(LONGEST_END).toMillis(), TimeUnit.MILLISECONDS);
      }
      if (state.compareAndSet(State.STOPPING, State.STOPPED)) {
        LOG.info(
            "The consumer '{}' has stopped, with {} records in batches under way",
            name(),
            records.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      HealthServer server = health.getAndSet(null);
      if (server != null) {
        server.close();
      }
    }
  }

  /** Returns the worker's state. */
  public WorkerStatus status() {
    return new WorkerStatus(Objects.requireNonNull(state.get()), records.get(), lastAnswer);
  }
}
