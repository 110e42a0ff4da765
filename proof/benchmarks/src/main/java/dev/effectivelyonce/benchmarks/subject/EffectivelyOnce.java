package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.StoreWrites;
import java.time.Duration;

/** This library, with its defaults but for the way it writes. */
record EffectivelyOnce(Effect effect, SqsConsumer<Order> consumer) implements Subject {
  private static final Duration RETENTION = Duration.ofDays(18);

  EffectivelyOnce(IdempotencyStore store, Effect effect, StoreWrites writes, CompletedCache cache) {
    this(
        effect,
        builder(store)
            .storeWrites(writes)
            .completedCache(cache)
            .handler((order, delivery) -> HandlerResult.completed(effect.apply(order)))
            .build());
  }

  /** With a row for each message that is committed with its record, into its table. */
  static EffectivelyOnce committing(Backing.Table table, Effect effect, ClaimMode claims) {
    return new EffectivelyOnce(
        effect,
        builder(table.store())
            .claims(claims)
            .handler(
                (order, delivery) ->
                    HandlerResult.commit(
                        UnitOfWork.empty()
                            .put(put -> put.tableName(table.name()).item(Effect.row(order))),
                        effect.apply(order)))
            .build());
  }

  static SqsConsumerBuilder<Order> builder(IdempotencyStore store) {
    return SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
        .store(store)
        .retention(RETENTION)
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .visibility((changes, deadline) -> {});
  }

  @Override
  public int handle(SQSEvent batch) {
    return consumer.handle(batch, Invocation.context()).getBatchItemFailures().size();
  }

  @Override
  public long effects() {
    return effect.runs();
  }
}
