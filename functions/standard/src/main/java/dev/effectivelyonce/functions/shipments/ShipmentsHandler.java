package dev.effectivelyonce.functions.shipments;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingKafkaHandler;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.SqsParking;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * The Lambda handler of the topic of shipments, whose record keys are orders: each parcel is
 * appended once to the list of its order, in the order in which they left.
 */
public final class ShipmentsHandler implements RequestStreamHandler {
  private final String table;
  private final KafkaConsumer<Shipment> consumer;

  /** Creates the handler from the function's environment. */
  public ShipmentsHandler() {
    FunctionSettings settings = FunctionSettings.from(System.getenv());
    this.table = settings.table("PARCELS_TABLE");
    this.consumer =
        KafkaConsumer.of(Shipment.IDENTITY)
            .settings(settings.lambda())
            .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings.lambda()))
            .onAbandonedClaim(settings.onAbandonedClaim())
            .parking(SqsParking.from(System.getenv()))
            .lanes(PartitionLanes.PARTITION_KEY)
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(
                SimulatingKafkaHandler.around(
                    (shipment, delivery) -> HandlerResult.commit(appending(shipment)),
                    settings.faults()))
            .build();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    consumer.handleRequest(input, output, context);
  }

  /** A second append of a parcel would show, and so would one out of order. */
  private UnitOfWork appending(Shipment shipment) {
    return UnitOfWork.empty()
        .update(
            update ->
                update
                    .tableName(table)
                    .key(Map.of("orderId", fromS(shipment.orderId())))
                    .updateExpression(
                        "SET shipments = list_append(if_not_exists(shipments, :none), :parcel)")
                    .expressionAttributeValues(
                        Map.of(
                            ":none",
                            fromL(List.of()),
                            ":parcel",
                            fromL(List.of(fromS(shipment.shipmentId()))))));
  }
}
