package dev.effectivelyonce.functions.fulfilment;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.functions.snapstart.PrimedHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.sqs.StoreWrites;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the fulfilment queue. */
public final class FulfilmentHandler implements RequestStreamHandler {
  private final RequestStreamHandler handler;

  /** Creates the handler from the function's environment. */
  public FulfilmentHandler() {
    this(FunctionSettings.from(System.getenv()), DynamoDbClients.forLambda());
  }

  FulfilmentHandler(FunctionSettings settings, DynamoDbClient client) {
    Fulfilment fulfilment =
        new Fulfilment(
            new DynamoDbWarehouse(
                client,
                new DynamoDbWarehouse.Tables(
                    settings.table("STOCK_TABLE"),
                    settings.table("RESERVATIONS_TABLE"),
                    settings.table("SHIPMENTS_TABLE"))),
            new HttpGateway(settings.address("GATEWAY_URL")),
            settings.lambda().survivesOutageOf().orElse(Duration.ofMinutes(30)));
    DynamoDbStore store = DynamoDbStore.of(client, settings.lambda());
    SqsConsumer<Purchase> consumer =
        SqsConsumer.of(Purchase.IDENTITY)
            .settings(settings.lambda())
            .store(store)
            .onAbandonedClaim(settings.onAbandonedClaim())
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(SimulatingHandler.around(fulfilment::fulfil, settings.faults()))
            .build();
    this.handler =
        PrimedHandler.of(
            new SqsStreamHandler(consumer),
            store,
            StoreWrites.GROUPED,
            Purchase.IDENTITY.consumer(),
            System.getenv());
  }

  /** Returns how orders to fulfil are identified, which replays need too. */
  public static MessageIdentity<?> identity() {
    return Purchase.IDENTITY;
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
