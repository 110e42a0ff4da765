package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.IdempotentKafkaConsumer;
import dev.effectivelyonce.cdk.KafkaCluster;
import java.nio.file.Path;
import software.amazon.awscdk.services.dynamodb.Table;
import software.constructs.Construct;

/**
 * Shipments from a topic of Kafka, each consumed once. It is a stack of its own, which shares
 * nothing: a cluster is nothing that the other one could make, and not everybody has one.
 */
public final class ShipmentsStack extends SampleStack {
  /**
   * Adds the stack of a deployment.
   *
   * @param functions the zip of the functions
   * @param clusterArn of Amazon MSK
   */
  public ShipmentsStack(Construct scope, Deployment deployment, String clusterArn, Path functions) {
    super(
        scope,
        deployment.stage().stackName() + "-shipments",
        "Effectively Once, shipments from Kafka, stage " + deployment.stage().name() + ".",
        deployment,
        functions);
    Table parcels = table("ParcelsTable").partitionKey(string("orderId")).build();
    IdempotentKafkaConsumer consumer =
        idempotent(IdempotentKafkaConsumer.Builder.create(this, "Shipments"))
            .idempotencyTable(records.table())
            .consumerName("shipments")
            .handler("dev.effectivelyonce.functions.shipments.ShipmentsHandler::handleRequest")
            .cluster(KafkaCluster.msk(clusterArn))
            .topic("shipments")
            .outageTolerance(stage.outageTolerance())
            .environment("PARCELS_TABLE", parcels.getTableName())
            .allow(parcels.getTableArn(), "dynamodb:UpdateItem")
            .build();
    output("ParcelsTableName", parcels.getTableName());
    output("ShipmentsFunctionName", consumer.function().getFunctionName());
    output("ShipmentsParkingQueueUrl", consumer.parkingQueue().getQueueUrl());
    watch().consumer(consumer).build();
    addReplay(replay().consumer("shipments", consumer));
  }
}
