package dev.effectivelyonce.worker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Kafka's client as a member of a group that reads two partitions of orders. */
final class MockTopic extends MockConsumer<byte[], byte[]> {
  static final TopicPartition FIRST = new TopicPartition("orders", 0);
  static final TopicPartition SECOND = new TopicPartition("orders", 1);

  private final AtomicInteger lost = new AtomicInteger();
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final Semaphore news = new Semaphore(0);
  private volatile Runnable whenSubscribed = () -> {};
  private volatile Duration longest = Duration.ZERO;
  private final AtomicInteger received = new AtomicInteger();

  MockTopic() {
    super("earliest");
    updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
  }

  /** Lets commits that do not wait for their answer fail, this many times. */
  void loseCommits(int times) {
    lost.set(times);
  }

  void whenSubscribed(Runnable action) {
    whenSubscribed = action;
  }

  /** Gives both partitions to this member, and writes orders to the first one, for one poll. */
  synchronized void assign(String... orders) {
    rebalance(List.of(FIRST, SECOND));
    add(FIRST, orders);
  }

  /** Writes orders, which one poll finds together. */
  synchronized void add(TopicPartition partition, String... orders) {
    for (String order : orders) {
      write(partition, "key", order);
    }
  }

  /** Writes an order under a record key to the first partition. */
  void addKeyed(String key, String order) {
    write(FIRST, key, order);
  }

  private void write(TopicPartition partition, String key, String order) {
    long offset = ends.merge(partition, 1L, Long::sum) - 1;
    addRecord(
        new ConsumerRecord<>(
            partition.topic(),
            partition.partition(),
            offset,
            bytes(key),
            bytes("{\"orderId\":\"" + order + "\"}")));
    news.release();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** How long the last poll was to wait at most. */
  Duration longestWait() {
    return longest;
  }

  /** Brokers send something, such as the answer to a heartbeat. */
  void hear() {
    received.incrementAndGet();
  }

  @Override
  public synchronized Map<MetricName, ? extends Metric> metrics() {
    MetricName bytes = new MetricName("incoming-byte-total", "consumer-metrics", "", Map.of());
    return Map.of(
        bytes,
        new Metric() {
          @Override
          public MetricName metricName() {
            return bytes;
          }

          @Override
          public Object metricValue() {
            return received.doubleValue();
          }
        });
  }

  /** What was committed, as {@code partition@offset}, and the end. */
  List<String> log() {
    return List.copyOf(log);
  }

  @Override
  public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
    super.subscribe(topics, listener);
    whenSubscribed.run();
  }

  /** As the real one, it waits a while for records or for a wakeup, which it must not block. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    longest = timeout;
    try {
      if (news.tryAcquire(Math.min(timeout.toMillis(), 5), TimeUnit.MILLISECONDS)) {
        news.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return super.poll(timeout);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public void wakeup() {
    super.wakeup();
    news.release();
  }

  @Override
  public synchronized void commitAsync(
      Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
    Optional<OffsetCommitCallback> told = Optional.ofNullable(callback);
    if (told.isPresent() && lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      told.get().onComplete(offsets, new TimeoutException("No answer"));
      return;
    }
    offsets.forEach((partition, offset) -> log.add(partition + "@" + offset.offset()));
    super.commitAsync(offsets, callback);
  }

  @Override
  public void close(CloseOptions options) {
    log.add("close");
    super.close(options);
  }
}
