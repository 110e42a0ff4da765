package dev.effectivelyonce.functions.shipments;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.consumer.Row;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingKafkaHandler;
import dev.effectivelyonce.kafka.KafkaConsumer;

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
                (shipment, delivery) ->
                    HandlerResult.commit(
                        Row.of(table, "orderId", shipment.orderId())
                            .appending("shipments", shipment.shipmentId())),
                settings.faults()))
        .build();
  }
}
