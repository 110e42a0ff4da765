package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.sqs.SqsConsumer;

/** This library with a row for each message that is committed with its record, into its table. */
final class RowWriter implements Subject {
  private final Effect effect;
  private final SqsConsumer<Order> consumer;

  RowWriter(Backing.Table table, Effect effect, ClaimMode claims) {
    this.effect = effect;
    this.consumer =
        EffectivelyOnce.builder(new DynamoDbStore(table.client(), table.name()))
            .claims(claims)
            .handler(
                (order, delivery) ->
                    HandlerResult.commit(
                        UnitOfWork.empty()
                            .put(put -> put.tableName(table.name()).item(Effect.row(order))),
                        effect.apply(order)))
            .build();
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
