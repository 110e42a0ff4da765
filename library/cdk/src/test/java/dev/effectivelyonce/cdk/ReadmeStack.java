package dev.effectivelyonce.cdk;

import java.time.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.lambda.Code;
import software.constructs.Construct;

/**
 * What docs/your-stack.md shows first, the replay of docs/replay-function.md, and the API of
 * docs/http.md.
 */
final class ReadmeStack extends Stack {
  ReadmeStack(Construct scope, ITable ordersTable, ITable bookings) {
    super(scope, "Readme");
    IdempotencyTable records = IdempotencyTable.Builder.create(this, "Idempotency").build();
    IdempotentConsumer orders =
        IdempotentConsumer.Builder.create(this, "Orders")
            .consumerName("orders")
            .source(QueueKind.STANDARD)
            .code(Code.fromAsset("target/functions.zip"))
            .handler("com.example.OrdersHandler::handleRequest")
            .timeout(Duration.ofSeconds(30))
            .idempotencyTable(records.table())
            .environment("ORDERS_TABLE", ordersTable.getTableName())
            .allow(ordersTable.getTableArn(), "dynamodb:PutItem")
            .build();
    IdempotentStreamConsumer clicks = clicks(records);
    DeadLetterReplay.Builder.create(this, "Replay")
        .code(Code.fromAsset("target/functions.zip"))
        .handler("com.example.ReplayHandler::handleRequest")
        .consumer("orders", orders)
        .consumer("clicks", clicks)
        .build();
    IdempotentApi bookingsApi =
        IdempotentApi.Builder.create(this, "BookingsApi")
            .consumerName("bookings-api")
            .code(Code.fromAsset("target/functions.zip"))
            .handler("com.example.BookingsHandler::handleRequest")
            .idempotencyTable(records.table())
            .environment("BOOKINGS_TABLE", bookings.getTableName())
            .allow(bookings.getTableArn(), "dynamodb:PutItem")
            .build();
    StuckRecordMonitor.Builder.create(this, "Unsettled")
        .code(Code.fromAsset("target/functions.zip"))
        .handler("com.example.UnsettledHandler::handleRequest")
        .api(bookingsApi)
        .build();
  }

  private IdempotentStreamConsumer clicks(IdempotencyTable records) {
    return IdempotentStreamConsumer.Builder.create(this, "Clicks").consumerName("clicks").stream(
            Stream.Builder.create(this, "ClicksStream").build())
        .code(Code.fromAsset("target/functions.zip"))
        .handler("com.example.ClicksHandler::handleRequest")
        .idempotencyTable(records.table())
        .build();
  }
}
