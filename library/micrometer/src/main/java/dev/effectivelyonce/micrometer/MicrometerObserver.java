package dev.effectivelyonce.micrometer;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts transitions in a registry of Micrometer. The meters have the names of {@link MetricNames}
 * after {@value #PREFIX}, and the consumer's name as the tag {@value MetricNames#CONSUMER}. Counts
 * are counters, and durations are timers.
 *
 * <p>Nothing has to be flushed. Safe for use by many threads.
 */
public final class MicrometerObserver implements TransitionObserver {
  /** What the name of each meter begins with. In CloudWatch, metrics have a namespace instead. */
  public static final String PREFIX = "effectivelyonce.";

  private final MeterRegistry registry;
  private final Map<ConsumerName, ConsumerMeters> meters = new ConcurrentHashMap<>();

  /** Creates an observer that registers the meters of a consumer when it first hears of it. */
  public MicrometerObserver(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * Registers the meters of a consumer, whose counts are then zero, and returns this observer. A
   * system that compares counts then sees the first event too.
   *
   * @throws ConfigurationException if the name is not valid for a consumer
   */
  public MicrometerObserver register(String consumer) {
    of(new ConsumerName(consumer));
    return this;
  }

  @Override
  public void onTransition(Transition transition) {
    of(transition.consumer()).add(transition);
  }

  @Override
  public void onUnreadable(UnreadMessage message) {
    of(message.consumer()).count(MetricNames.of(message.kind()), 1);
  }

  @Override
  public void onUngrouped(ConsumerName consumer, int writes, Instant at) {
    of(consumer).count(MetricNames.UNGROUPED, writes);
  }

  @Override
  public void onReturned(ConsumerName consumer, Instant sent, Instant at) {
    of(consumer).time(MetricNames.GIVEN_BACK_OLDEST, Duration.between(sent, at));
  }

  @Override
  public void onCacheHit(RecordId record, Instant at) {
    of(record.consumer()).count(MetricNames.CACHE_HIT, 1);
  }

  private ConsumerMeters of(ConsumerName consumer) {
    return meters.computeIfAbsent(consumer, it -> ConsumerMeters.of(registry, it));
  }
}
