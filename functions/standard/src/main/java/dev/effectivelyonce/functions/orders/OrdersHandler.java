package dev.effectivelyonce.functions.orders;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.settings.EffectClient;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the orders queue. */
public final class OrdersHandler extends ConsumerHandler {
  /** Creates the handler from the function's environment. */
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
    super(settings, records, Order.IDENTITY, orders(settings, effects));
  }

  private static MessageHandler<Order> orders(FunctionSettings settings, DynamoDbClient effects) {
    Orders orders =
        new Orders(
            new OrderTable(effects, settings.table("ORDERS_TABLE")),
            new Outbox(settings.table("OUTBOX_TABLE"), Platform.system().clock()),
            new JacksonJson());
    return (order, delivery) -> orders.handle(order, delivery.attempt());
  }

  /** Returns how orders are identified, which replays need too. */
  public static MessageIdentity<?> identity() {
    return Order.IDENTITY;
  }
}
