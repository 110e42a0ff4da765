package dev.effectivelyonce.functions.orders;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.functions.settings.EffectClient;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.functions.snapstart.PrimedHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.sqs.StoreWrites;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the orders queue. */
public final class OrdersHandler implements RequestStreamHandler {
  private final RequestStreamHandler handler;

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
    Orders orders =
        new Orders(
            new OrderTable(effects, settings.table("ORDERS_TABLE")),
            new Outbox(settings.table("OUTBOX_TABLE"), Platform.system().clock()),
            new JacksonJson());
    DynamoDbStore store = DynamoDbStore.of(records, settings.lambda());
    SqsConsumer<Order> consumer =
        SqsConsumer.of(Order.IDENTITY)
            .settings(settings.lambda())
            .store(store)
            .onAbandonedClaim(settings.onAbandonedClaim())
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(
                SimulatingHandler.around(
                    (order, delivery) -> orders.handle(order, delivery.attempt()),
                    settings.faults()))
            .build();
    this.handler =
        PrimedHandler.of(
            new SqsStreamHandler(consumer),
            store,
            StoreWrites.GROUPED,
            Order.IDENTITY.consumer(),
            System.getenv());
  }

  /** Returns how orders are identified, which replays need too. */
  public static MessageIdentity<?> identity() {
    return Order.IDENTITY;
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
