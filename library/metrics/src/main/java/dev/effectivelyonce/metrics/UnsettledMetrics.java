package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Finds records that are half done or held, and writes a metric with the age of the oldest one of
 * each consumer. Call it from a scheduled function, because behind HTTP neither a queue nor a
 * dead-letter queue shows such a record. The age is counted from the last time that an attempt or
 * an operator continued with the record.
 *
 * <p>Reads {@value #MOST_READ} listed records of a consumer at most. If none of them is half done
 * or held, it writes the age of the next record, if there is one. So the metric is never less than
 * the true age.
 */
public final class UnsettledMetrics {
  /** The maximum number of listed records of a consumer that are read. */
  public static final int MOST_READ = 1_000;

  /** The variable with the function's name, set by Lambda. */
  private static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";

  private final RecordListing listing;
  private final List<ConsumerName> consumers;
  private final MetricLine line;
  private final Clock clock;

  /** Creates an instance that reads the consumers' records from the listing. */
  public UnsettledMetrics(
      RecordListing listing, List<ConsumerName> consumers, MetricLine line, Clock clock) {
    this.listing = listing;
    this.consumers = List.copyOf(consumers);
    this.line = line;
    this.clock = clock;
  }

  /**
   * Returns an instance with the settings from the environment, which the {@code
   * StuckRecordMonitor} construct sets. It writes to standard output.
   *
   * @throws ConfigurationException if a variable is missing
   */
  public static UnsettledMetrics of(Map<String, String> environment, RecordListing listing) {
    String names = EnvironmentVariables.required(environment, EnvironmentVariables.CONSUMERS);
    String function = EnvironmentVariables.required(environment, FUNCTION_NAME);
    return new UnsettledMetrics(
        listing,
        Stream.of(names.split(",", -1)).map(ConsumerName::new).toList(),
        MetricLine.toStandardOutput(function),
        Platform.system().clock());
  }

  /**
   * Writes a line for each consumer, with zero if no record is half done or held.
   *
   * @return the ages that were written, by the consumers' names
   * @throws RuntimeException if the records of a consumer can't be read, in particular a {@link
   *     StoreException}; the lines of the others are written
   */
  public Map<String, Duration> write() {
    Map<String, Duration> written = new LinkedHashMap<>();
    Optional<RuntimeException> fault = Optional.empty();
    for (ConsumerName consumer : consumers) {
      try {
        Duration age = oldest(consumer);
        line.by(MetricNames.CONSUMER, consumer.value())
            .write(clock.instant(), Map.of(), Map.of(MetricNames.UNSETTLED_OLDEST, age));
        written.put(consumer.value(), age);
      } catch (RuntimeException e) {
        fault = fault.or(() -> Optional.of(e));
      }
    }
    if (fault.isPresent()) {
      throw fault.get();
    }
    return written;
  }

  private Duration oldest(ConsumerName consumer) {
    AtomicInteger passedOver = new AtomicInteger();
    return listing
        .listed(consumer)
        .filter(record -> isUnsettled(record) || passedOver.getAndIncrement() == MOST_READ)
        .findFirst()
        .map(record -> Duration.between(record.stamp().at(), clock.instant()))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  private static boolean isUnsettled(IdempotencyRecord record) {
    return record.isOpen() || record.status() == Status.UNKNOWN;
  }
}
