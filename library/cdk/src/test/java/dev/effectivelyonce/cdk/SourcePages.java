package dev.effectivelyonce.cdk;

import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.constructs.Construct;

/** What docs/kafka.md and docs/rabbitmq.md show. */
final class SourcePages extends Construct {
  SourcePages(TestStack test, String clusterArn, String brokerArn, ISecret login) {
    super(test.stack(), "Pages");
    Code code = test.code();
    IdempotencyTable records = test.table();
    IdempotentKafkaConsumer.Builder.create(this, "Shipments")
        .consumerName("shipments")
        .cluster(KafkaCluster.msk(clusterArn))
        .topic("shipments")
        .code(code)
        .handler("shop.Shipments::handleRequest")
        .idempotencyTable(records.table())
        .build();
    IdempotentRabbitMqConsumer.Builder.create(this, "Orders")
        .consumerName("orders")
        .broker(RabbitMqBroker.amazonMq(brokerArn, login))
        .queue(RabbitMqQueue.named("orders").quorum(60).deadLetterQueue("orders.dead"))
        .code(code)
        .handler("shop.Orders::handleRequest")
        .idempotencyTable(records.table())
        .build();
  }
}
