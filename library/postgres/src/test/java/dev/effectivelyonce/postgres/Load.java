package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.SingleShotEngine;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Events for consumers of two processes, each with a store of its own. Each event is delivered to
 * both, and again until it is acknowledged. A message comes back when its lease has lapsed.
 */
final class Load {
  private static final Duration LEASE = Duration.ofMinutes(1);

  private final ManualClock clock = new ManualClock();
  private final List<DeliveryEngine> consumers;

  Load(DataSource first, DataSource second) {
    consumers = List.of(new Engine(context(first)), new SingleShotEngine(context(second)));
  }

  /** Delivers events to both consumers, in several threads, until each is acknowledged. */
  void deliver(int events) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Future<?>> deliveries =
          IntStream.range(0, events)
              .boxed()
              .flatMap(
                  event ->
                      consumers.stream().map(it -> threads.submit(() -> acknowledged(it, event))))
              .<Future<?>>map(it -> it)
              .toList();
      for (Future<?> delivery : deliveries) {
        delivery.get(5, TimeUnit.MINUTES);
      }
    }
  }

  private void acknowledged(DeliveryEngine consumer, int event) {
    Outcome outcome = deliver(consumer, event);
    while (!(outcome instanceof Outcome.Executed || outcome instanceof Outcome.Duplicate)) {
      clock.advance(LEASE.plusSeconds(1));
      outcome = deliver(consumer, event);
    }
  }

  /** Returns the consumer that claims first. */
  DeliveryEngine claiming() {
    return consumers.getFirst();
  }

  private Outcome deliver(DeliveryEngine consumer, int event) {
    String key = "event-" + event;
    return deliver(consumer, key, attempt -> HandlerResult.commit(Counters.raise(key)));
  }

  Outcome deliver(DeliveryEngine consumer, String key, Handler handler) {
    Instant now = clock.instant();
    return consumer.execute(
        new Request(BusinessKey.of(key), now.plusSeconds(30), now.plusSeconds(40), now.plus(LEASE)),
        handler);
  }

  private EngineContext context(DataSource source) {
    Platform real = Platform.system();
    ConsumerSettings settings =
        ConsumerSettings.of(
            new ConsumerName("load"), AbandonedClaimPolicy.RERUN, Duration.ofDays(19));
    return new EngineContext(
        settings,
        new PostgresStore(source),
        new Platform(clock, real.owners(), real.random(), clock::advance),
        String::valueOf,
        transition -> {});
  }
}
