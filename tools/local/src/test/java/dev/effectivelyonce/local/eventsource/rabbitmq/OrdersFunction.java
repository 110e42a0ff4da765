package dev.effectivelyonce.local.eventsource.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.SqsParking;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The process of a function: one event on its standard input. It counts each order in a table, in
 * the transaction of the record, and writes each start of its handler to a file. A poison fails for
 * good.
 */
final class OrdersFunction {
  static final String EFFECTS = "Effects";

  /** What the queue holds. */
  record Order(String id) {}

  private OrdersFunction() {}

  public static void main(String[] arguments) throws IOException {
    Path starts = Path.of(arguments[0]);
    LambdaSettings settings = LambdaSettings.from(System.getenv());
    RabbitMqConsumer<Order> consumer =
        RabbitMqConsumer.of(
                RabbitMqIdentity.of("orders", Order.class, RabbitMqKey.of("id", Order::id)))
            .settings(settings)
            .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .parking(SqsParking.from(System.getenv()))
            .leaseMargin(Duration.ZERO)
            .concurrency(4)
            .handler(
                (order, delivery) -> {
                  started(starts, order);
                  return order.id().startsWith("poison")
                      ? HandlerResult.fail("a poison")
                      : HandlerResult.commit(counted(order));
                })
            .build();
    consumer.handleRequest(
        System.in, System.out, new TestContext(Clock.systemUTC(), Duration.parse(arguments[1])));
  }

  private static void started(Path starts, Order order) throws IOException {
    Files.write(
        starts,
        (order.id() + "\n").getBytes(UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static UnitOfWork counted(Order order) {
    return UnitOfWork.empty()
        .update(
            it ->
                it.tableName(EFFECTS)
                    .key(Map.of("id", AttributeValue.fromS(order.id())))
                    .updateExpression("ADD times :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }
}
