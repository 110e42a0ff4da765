package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.gateway.Entry.Kind;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** The packaged saga, with the warehouse in DynamoDB Local and the gateway's stand-in. */
@Tag("full")
class FulfilmentTest {
  private static final long IN_STOCK = 10;

  @Test
  void eachOrderIsShippedAndChargedOnceOrBackWhereItWas(@TempDir Path work) {
    try (GatewayStandIn gateway = Gateways.faultless();
        LocalSystem system = LocalSystem.start(settings(work, gateway))) {
      stock(system, "plain", Map.of());
      stock(system, "recalled", Map.of("recalledAt", fromS("2026-11-01T12:00:00Z")));
      send(system, "shipped", "plain", Map.of());
      send(system, "shipped", "plain", Map.of());
      send(system, "declined", "plain", Map.of());
      send(system, "recalled", "recalled", Map.of());
      send(system, "greedy", "nothing-of-it", Map.of());
      send(system, "crashed", "plain", Map.of("simulate", "crash-in-step:charge"));

      system.startEventSources(InvocationListener.NONE);
      Await.until("all is over", () -> ended(system) == 5);

      assertThat(moved(gateway, "shipped")).containsExactly(Kind.CHARGE);
      assertThat(moved(gateway, "crashed")).containsExactly(Kind.CHARGE);
      assertThat(moved(gateway, "recalled")).containsExactly(Kind.CHARGE, Kind.REFUND);
      assertThat(moved(gateway, "declined")).isEmpty();
      assertThat(moved(gateway, "greedy")).isEmpty();
      assertThat(orders(system, "ShipmentsTableName"))
          .containsExactlyInAnyOrder("shipped", "crashed");
      assertThat(available(system, "plain")).isEqualTo(IN_STOCK - 4);
      assertThat(available(system, "recalled")).isEqualTo(IN_STOCK);
    }
  }

  @Test
  void whatFailedForGoodIsFulfilledOnceAfterItsReplay(@TempDir Path work) {
    try (GatewayStandIn gateway = Gateways.faultless();
        LocalSystem system = LocalSystem.start(settings(work, gateway))) {
      stock(system, "plain", Map.of());
      send(system, "replayed", "plain", Map.of("simulate", "fail-permanent"));
      system.startEventSources(InvocationListener.NONE);
      Await.until("it is dead-lettered", () -> deadLetters(system) == 1);

      InvocationResult replay =
          system.invoke(system.output("ReplayFunctionName"), "{\"queue\": \"fulfilment\"}");

      assertThat(replay).isInstanceOf(InvocationResult.Succeeded.class);
      Await.until("it is shipped", () -> !orders(system, "ShipmentsTableName").isEmpty());
      assertThat(moved(gateway, "replayed")).containsExactly(Kind.CHARGE);
    }
  }

  private static LocalSettings settings(Path work, GatewayStandIn gateway) {
    return PackagedStack.in(
            work,
            template ->
                Gateways.through(template, gateway)
                    .withQueues(queue -> queue.withAttribute("VisibilityTimeout", "15")))
        .withProcessesPerFunction(1);
  }

  private static void stock(LocalSystem system, String sku, Map<String, AttributeValue> more) {
    Map<String, AttributeValue> row = new HashMap<>(more);
    row.put("sku", fromS(sku));
    row.put("available", fromN(Long.toString(IN_STOCK)));
    system.dynamoDb().putItem(put -> put.tableName(system.output("StockTableName")).item(row));
  }

  private static void send(
      LocalSystem system, String orderId, String sku, Map<String, String> attributes) {
    String customer = orderId.equals("declined") ? "declined" : "C-1";
    String body =
        """
        {"orderId":"%s","customerId":"%s","totalCents":100,"currency":"EUR",
         "items":[{"sku":"%s","quantity":1},{"sku":"%s","quantity":1}]}
        """
            .formatted(orderId, customer, sku, sku);
    Map<String, MessageAttributeValue> texts = new HashMap<>();
    attributes.forEach((name, value) -> texts.put(name, string(value)));
    system
        .sqs()
        .sendMessage(
            message ->
                message
                    .queueUrl(system.output("FulfilmentQueueUrl"))
                    .messageBody(body)
                    .messageAttributes(texts));
  }

  private static MessageAttributeValue string(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }

  private static List<Kind> moved(GatewayStandIn gateway, String orderId) {
    return gateway.ledger().stream()
        .filter(entry -> entry.orderId().equals(orderId))
        .map(Entry::kind)
        .toList();
  }

  private static long ended(LocalSystem system) {
    return rows(system, "IdempotencyTableName").stream()
        .map(row -> text(row, "status"))
        .filter(status -> status.equals("COMPLETED") || status.equals("FAILED"))
        .count();
  }

  private static List<String> orders(LocalSystem system, String table) {
    return rows(system, table).stream().map(row -> text(row, "orderId")).toList();
  }

  private static long available(LocalSystem system, String sku) {
    return rows(system, "StockTableName").stream()
        .filter(row -> text(row, "sku").equals(sku))
        .map(row -> row.getOrDefault("available", fromN("0")).n())
        .mapToLong(Long::parseLong)
        .sum();
  }

  private static List<Map<String, AttributeValue>> rows(LocalSystem system, String table) {
    return system.dynamoDb().scan(scan -> scan.tableName(system.output(table))).items();
  }

  private static String text(Map<String, AttributeValue> row, String name) {
    return row.getOrDefault(name, fromS("")).s();
  }

  private static int deadLetters(LocalSystem system) {
    return Integer.parseInt(
        system
            .sqs()
            .getQueueAttributes(
                request ->
                    request
                        .queueUrl(system.output("FulfilmentDeadLetterQueueUrl"))
                        .attributeNamesWithStrings("ApproximateNumberOfMessages"))
            .attributesAsStrings()
            .getOrDefault("ApproximateNumberOfMessages", "0"));
  }
}
