package dev.effectivelyonce.tests.storm;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Consumers of a storm. */
final class Consumers {
  static final ConsumerName NAME = new ConsumerName("orders");

  private Consumers() {}

  /**
   * One for all invocations. Time stands still, so that no lease lapses; a pause lets other lanes
   * go first, so that their writes are grouped.
   */
  static Function<SQSEvent, SQSBatchResponse> warm(Storm storm, TransitionObserver observer) {
    return warm(storm, storm.store, observer);
  }

  static Function<SQSEvent, SQSBatchResponse> warm(
      Storm storm, IdempotencyStore store, TransitionObserver observer) {
    ManualClock clock = new ManualClock();
    AtomicLong owners = new AtomicLong();
    SqsConsumer<Payload> consumer =
        SqsConsumer.of(
                MessageIdentity.of(NAME.value(), Payload.class, MessageKey.of(Payload::orderId)))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .store(store)
            .retention(Duration.ofDays(19))
            .visibility((changes, deadline) -> storm.mine().changed(changes))
            .observer(observer)
            .platform(
                new Platform(
                    clock,
                    () -> new Owner("owner-" + owners.incrementAndGet()),
                    () -> ThreadLocalRandom.current().nextLong(),
                    pause -> LockSupport.parkNanos(1)))
            .handler(storm::handle)
            .build();
    TestContext context = new TestContext(clock, Duration.ofSeconds(30));
    return event -> consumer.handle(event, context);
  }
}
