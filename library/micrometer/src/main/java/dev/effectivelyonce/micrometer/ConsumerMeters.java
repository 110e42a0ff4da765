package dev.effectivelyonce.micrometer;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.core.key.ConsumerName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** The meters of one consumer, by the names of their metrics. */
record ConsumerMeters(Map<String, Counter> counts, Map<String, Timer> durations) {
  static ConsumerMeters of(MeterRegistry registry, ConsumerName consumer) {
    Tags tags = Tags.of(MetricNames.CONSUMER, consumer.value());
    return new ConsumerMeters(
        Stream.of(
                Stream.of(Transition.Kind.values()).map(MetricNames::of),
                Stream.of(UnreadMessage.Kind.values()).map(MetricNames::of),
                Stream.of(MetricNames.UNGROUPED, MetricNames.CACHE_HIT))
            .flatMap(it -> it)
            .collect(toMap(it -> it, it -> registry.counter(MicrometerObserver.PREFIX + it, tags))),
        Stream.of(MetricNames.CLAIM_LATENCY, MetricNames.ATTEMPT_AGE, MetricNames.GIVEN_BACK_OLDEST)
            .collect(toMap(it -> it, it -> registry.timer(MicrometerObserver.PREFIX + it, tags))));
  }

  void add(Transition transition) {
    count(MetricNames.of(transition.kind()), 1);
    switch (transition.kind()) {
      case CLAIMED, TAKEN_OVER -> time(MetricNames.CLAIM_LATENCY, transition.elapsed());
      case EXECUTED, RELEASED, FAILED, HELD ->
          transition.held().ifPresent(it -> time(MetricNames.ATTEMPT_AGE, it));
      default -> {}
    }
  }

  void count(String name, int times) {
    requireNonNull(counts.get(name)).increment(times);
  }

  /** Records at least zero: a clock that was set back would give a negative duration. */
  void time(String name, Duration duration) {
    requireNonNull(durations.get(name)).record(duration.isNegative() ? Duration.ZERO : duration);
  }
}
