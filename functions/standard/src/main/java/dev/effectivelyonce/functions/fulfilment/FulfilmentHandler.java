package dev.effectivelyonce.functions.fulfilment;

import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the fulfilment queue. */
public final class FulfilmentHandler extends ConsumerHandler {
  /** Creates the handler from the function's environment. */
  public FulfilmentHandler() {
    this(FunctionSettings.from(System.getenv()), DynamoDbClients.forLambda());
  }

  FulfilmentHandler(FunctionSettings settings, DynamoDbClient client) {
    super(settings, client, Purchase.IDENTITY, fulfilment(settings, client)::fulfil);
  }

  private static Fulfilment fulfilment(FunctionSettings settings, DynamoDbClient client) {
    return new Fulfilment(
        new DynamoDbWarehouse(
            client,
            new DynamoDbWarehouse.Tables(
                settings.table("STOCK_TABLE"),
                settings.table("RESERVATIONS_TABLE"),
                settings.table("SHIPMENTS_TABLE"))),
        new HttpGateway(settings.address("GATEWAY_URL")),
        settings.lambda().outageTolerance().orElse(Duration.ofMinutes(30)));
  }

  /** Returns how orders to fulfil are identified, which replays need too. */
  public static MessageIdentity<?> identity() {
    return Purchase.IDENTITY;
  }
}
