package dev.effectivelyonce.functions.orders;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.engine.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.functions.settings.EffectClient;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the orders queue. */
public final class OrdersHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private final SqsConsumer<Order> consumer;

  /** With the function's environment. */
  public OrdersHandler() {
    this(
        FunctionSettings.from(System.getenv()),
        DynamoDbClients.forLambda(),
        EffectClient.withoutRetries());
  }

  /**
   * @param records for the idempotency table
   * @param effects for the Orders table
   */
  OrdersHandler(FunctionSettings settings, DynamoDbClient records, DynamoDbClient effects) {
    OrderTable orders = new OrderTable(effects, settings.table("ORDERS_TABLE"));
    this.consumer =
        SqsConsumer.of(Order.IDENTITY)
            .settings(settings.lambda())
            .store(new DynamoDbStore(records, settings.lambda().tableName()))
            .onAbandonedClaim(settings.onAbandonedClaim())
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(
                SimulatingHandler.around(
                    (order, delivery) -> {
                      orders.write(order);
                      return HandlerResult.completed(
                          new OrderReceipt(order.orderId(), delivery.attempt().number()));
                    },
                    settings.faults()))
            .build();
  }

  /** How orders are told apart, for replays. */
  public static MessageIdentity<?> identity() {
    return Order.IDENTITY;
  }

  @Override
  public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
    return consumer.handle(event, context);
  }
}
