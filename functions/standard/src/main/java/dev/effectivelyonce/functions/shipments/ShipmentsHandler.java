package dev.effectivelyonce.functions.shipments;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingKafkaHandler;
import dev.effectivelyonce.kafka.KafkaConsumer;
import java.util.List;
import java.util.Map;

/**
 * The Lambda handler of the topic of shipments, whose record keys are orders: each parcel is
 * appended once to the list of its order, in the order in which they left.
 */
public final class ShipmentsHandler extends ConsumerHandler {
  /** Creates the handler from the function's environment. */
  public ShipmentsHandler() {
    super(consumer(FunctionSettings.from(System.getenv())));
  }

  private static RequestStreamHandler consumer(FunctionSettings settings) {
    String table = settings.table("PARCELS_TABLE");
    return parking(settings, KafkaConsumer.of(Shipment.IDENTITY))
        .lanes(PartitionLanes.PARTITION_KEY)
        .handler(
            SimulatingKafkaHandler.around(
                (shipment, delivery) -> HandlerResult.commit(appending(table, shipment)),
                settings.faults()))
        .build();
  }

  /** A second append of a parcel would show, and so would one out of order. */
  private static UnitOfWork appending(String table, Shipment shipment) {
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
