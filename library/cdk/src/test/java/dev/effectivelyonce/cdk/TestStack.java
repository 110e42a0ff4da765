package dev.effectivelyonce.cdk;

import java.nio.file.Path;
import java.util.List;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.Code;

/** An empty stack, and a consumer that lacks nothing. */
record TestStack(Stack stack, Code code, IdempotencyTable table) {
  static final List<String> CLASSES =
      List.of(
          "shop.Handler",
          "shop.Orders",
          "shop.Shipments",
          "shop.Api",
          "shop.Replay",
          "shop.Unsettled",
          "com.example.Publisher",
          "com.example.Sweeper",
          "dev.effectivelyonce.outbox.OutboxPublisher",
          "dev.effectivelyonce.outbox.OutboxSweeper");

  static TestStack in(Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    Code code =
        Code.fromAsset(TestApps.zip(directory.resolve("functions.zip"), CLASSES).toString());
    return new TestStack(stack, code, IdempotencyTable.Builder.create(stack, "Records").build());
  }

  TestStack with(IdempotencyTable other) {
    return new TestStack(stack, code, other);
  }

  IdempotentConsumer.Builder consumer(String id) {
    return IdempotentConsumer.Builder.create(stack, id)
        .consumerName(id)
        .code(code)
        .handler("shop.Handler::handleRequest")
        .idempotencyTable(table.table());
  }
}
