package dev.effectivelyonce.worker;

import dev.effectivelyonce.batch.BatchListener;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaRecord;
import dev.effectivelyonce.worker.RecordBatch.Progress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RetriableException;
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
public final class KafkaWorker extends Worker {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaWorker.class);
  private static final Backoff AFTER_FAULTS =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

  /** A last poll, the last commit and the leave. */
  private static final Duration LONGEST_END = PollLoop.FAREWELL.multipliedBy(2).plusSeconds(1);

  private final KafkaConsumer<?> consumer;
  private final Supplier<Consumer<byte[], byte[]>> clients;
  private final String servers;
  private final Times times;
  private final Platform platform;
  private final CountDownLatch left = new CountDownLatch(1);
  private final AtomicInteger records = new AtomicInteger();
  private final AtomicReference<@Nullable Instant> stopBy = new AtomicReference<>();
  private final AtomicReference<@Nullable PollLoop> loop = new AtomicReference<>();

  /**
   * How long things take at most.
   *
   * @param grace how long a stop waits for handlers that run
   * @param handover how long a partition that is taken away is kept for its handlers that run
   * @param silence how long brokers may send nothing until they count as away
   */
  record Times(Duration grace, Duration handover, Duration silence) {}

  KafkaWorker(
      KafkaConsumer<?> consumer,
      Supplier<Consumer<byte[], byte[]>> clients,
      String servers,
      Times times,
      Optional<InetSocketAddress> healthAddress,
      Platform platform) {
    super(consumer.terms().name().value(), times.grace(), healthAddress);
    this.consumer = consumer;
    this.clients = clients;
    this.servers = servers;
    this.times = times;
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

  @Override
  void begin() {
    PollLoop polling = polling();
    Thread.ofPlatform().daemon().name("poll").start(() -> poll(polling));
    LOG.info(
        "Polling {} for the consumer '{}'",
        consumer.terms().topics(),
        consumer.terms().name().value());
  }

  Times times() {
    return times;
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
    PollLoop polling = new PollLoop(client, this);
    client.subscribe(consumer.terms().topics(), polling);
    loop.set(polling);
    return polling;
  }

  /**
   * Starts a batch.
   *
   * @param isLeft whether its partition is no longer this process's
   */
  CompletableFuture<Progress> start(
      List<ConsumerRecord<byte[], byte[]>> some, BooleanSupplier isLeft) {
    records.addAndGet(some.size());
    CompletableFuture<Progress> running;
    try {
      running =
          CompletableFuture.supplyAsync(
              new RecordBatch(this, some, isLeft),
              task -> Thread.ofVirtual().name("batch").start(task));
    } catch (Throwable noThread) {
      records.addAndGet(-some.size());
      throw noThread;
    }
    CompletableFuture<Progress> unused =
        running.whenComplete(
            (ignored, failure) -> {
              records.addAndGet(-some.size());
              wake();
            });
    return running;
  }

  /** Returns the records that are not done, the first of each partition. */
  List<KafkaRecord> handle(
      List<ConsumerRecord<byte[], byte[]>> some,
      BooleanSupplier isStopping,
      BatchListener<KafkaRecord> listener) {
    return consumer.handle(PolledEvents.event(some, servers), isStopping, listener);
  }

  /** Whether no further handler may start. */
  boolean isEnding() {
    return stopBy.get() != null;
  }

  /** How long a partition that is taken away is kept for its handlers that run. */
  Duration handover() {
    return isEnding() ? Duration.ZERO : times.handover();
  }

  @Override
  Instant now() {
    return platform.clock().instant();
  }

  Duration backoff(int tries) {
    return consumer.terms().backoff().after(tries, platform.random());
  }

  private void poll(PollLoop polling) {
    try {
      for (int faults = 0; !isDone(); faults = isPolled(polling) ? 0 : faults + 1) {
        if (faults > 0) {
          platform.pause().pause(AFTER_FAULTS.after(faults, platform.random()));
        }
      }
    } catch (InterruptedException e) {
      failIfRunning(e);
    } finally {
      leave(polling);
    }
  }

  /** Whether nothing runs any more after a stop, or its time is over. */
  private boolean isDone() {
    Instant end = stopBy.get();
    return end != null && (records.get() == 0 || !now().isBefore(end));
  }

  private boolean isPolled(PollLoop polling) {
    try {
      polling.step();
      answered(answer(polling));
      return true;
    } catch (FencedInstanceIdException e) {
      fail(
          new ConfigurationException(
              "Another process has taken the group.instance.id of this one",
              "Give each process an id of its own"));
    } catch (Throwable thrown) {
      // Whatever it is, a thread that ends in silence would stop the partitions.
      answered(WorkerStatus.Queue.AWAY);
      if (thrown instanceof KafkaException && !(thrown instanceof RetriableException)) {
        // Its client says so once, and then only does nothing.
        fail(thrown);
      } else {
        LOG.warn("No records could be polled. It is tried again.", thrown);
        failIfFatal(thrown);
      }
    }
    return false;
  }

  /** A poll that takes long because handlers of a lost partition run says nothing about brokers. */
  private WorkerStatus.Queue answer(PollLoop polling) {
    if (polling.isSilent(times.silence())) {
      return WorkerStatus.Queue.AWAY;
    }
    return polling.isMember() ? WorkerStatus.Queue.ANSWERS : WorkerStatus.Queue.UNKNOWN;
  }

  private void leave(PollLoop polling) {
    try {
      polling.close();
    } catch (RuntimeException e) {
      LOG.warn("The group was not left. It notices when the session times out.", e);
    } finally {
      left.countDown();
    }
  }

  @Override
  void receiveNoMore() {
    stopBy.compareAndSet(null, now().plus(times.grace()));
    wake();
  }

  private void wake() {
    PollLoop polling = loop.get();
    if (polling != null) {
      polling.wake();
    }
  }

  @Override
  boolean awaitEnd(Duration longest) throws InterruptedException {
    boolean hasLeft =
        loop.get() == null
            || left.await(longest.plus(LONGEST_END).toMillis(), TimeUnit.MILLISECONDS);
    return hasLeft && held() == 0;
  }

  /** The thread that polls ends by itself, and the client with it. */
  @Override
  void end() {}

  @Override
  int held() {
    return records.get();
  }
}
