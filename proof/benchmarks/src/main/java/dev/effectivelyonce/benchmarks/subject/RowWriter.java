package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.subject.Backing.Table;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** This library with a handler that writes a row for each message, into the table of records. */
final class RowWriter implements Subject {
  private final Effect effect;
  private final Table table;
  private final SqsConsumer<Order> consumer;

  private RowWriter(Table table, Effect effect, ClaimMode claims, Mode mode) {
    this.effect = effect;
    this.table = table;
    this.consumer =
        EffectivelyOnce.builder(new DynamoDbStore(table.client(), table.name()))
            .claims(claims)
            .handler(handler(mode))
            .build();
  }

  private enum Mode {
    PLAIN,
    COMMITTED
  }

  /** The row is written by the handler. */
  static Subject plain(Backing backing, Effect effect) {
    return new RowWriter(table(backing), effect, ClaimMode.CLAIM_FIRST, Mode.PLAIN);
  }

  /** The row is committed with the completion. */
  static Subject committed(Backing backing, Effect effect, ClaimMode claims) {
    return new RowWriter(table(backing), effect, claims, Mode.COMMITTED);
  }

  private static Table table(Backing backing) {
    return switch (backing) {
      case Table known -> known;
      case Backing.Nothing ignored ->
          throw new IllegalArgumentException("A row is written into a table");
    };
  }

  private MessageHandler<Order> handler(Mode mode) {
    return switch (mode) {
      case PLAIN ->
          (order, delivery) -> {
            table.client().putItem(put -> put.tableName(table.name()).item(row(order)));
            return HandlerResult.completed(effect.apply(order));
          };
      case COMMITTED ->
          (order, delivery) ->
              HandlerResult.commit(
                  UnitOfWork.empty().put(put -> put.tableName(table.name()).item(row(order))),
                  effect.apply(order));
    };
  }

  private static Map<String, AttributeValue> row(Order order) {
    return Map.of(
        "id", AttributeValue.fromS("row-" + order.orderId()),
        "customerId", AttributeValue.fromS(order.customerId()),
        "totalCents", AttributeValue.fromN(Long.toString(order.totalCents())));
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
