package dev.effectivelyonce.infra.consumer;

import java.time.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Code;
import software.constructs.Construct;

/** The stack that README shows. */
final class ReadmeStack extends Stack {
  ReadmeStack(Construct scope, ITable orders) {
    super(scope, "Readme");
    IdempotencyTable records = IdempotencyTable.Builder.create(this, "Idempotency").build();
    IdempotentConsumer.Builder.create(this, "Orders")
        .source(QueueKind.STANDARD)
        .code(Code.fromAsset("target/functions.zip"))
        .handler("com.example.OrdersHandler::handleRequest")
        .timeout(Duration.ofSeconds(30))
        .idempotencyTable(records.table())
        .environment("ORDERS_TABLE", orders.getTableName())
        .allow(orders.getTableArn(), "dynamodb:UpdateItem")
        .build();
  }
}
