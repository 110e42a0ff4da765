package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import dev.effectivelyonce.local.template.FunctionResource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.Message;

/** Orders that are to be shipped, by the packaged functions on the synthesized stack. */
@Tag("full")
class OutboxTest {
  @Test
  void aMessageThatWasSentAndNotMarkedIsSentAgainUnderItsIdAndSkipped(@TempDir Path work) {
    List<Message> sent = new CopyOnWriteArrayList<>();
    try (GatewayStandIn gateway = Gateways.faultless();
        LocalSystem system = LocalSystem.start(settings(work, gateway))) {
      stock(system);
      ordered(system, order(1));
      Map<String, AttributeValue> unmarked = rows(system, "OutboxTableName").getFirst();
      system.startEventSources(listening(system, sent));
      Await.until("it is shipped", () -> shipped(system).size() == 1 && isEmpty(system));

      system
          .dynamoDb()
          .putItem(put -> put.tableName(system.output("OutboxTableName")).item(unmarked));
      Await.until("it is sent again", () -> sent.size() == 2 && isEmpty(system));
      Await.until("its copy is done", () -> PackagedStack.left(system, "FulfilmentQueueUrl") == 0);

      assertThat(sent).extracting(Message::messageId).doesNotHaveDuplicates();
      assertThat(sent)
          .extracting(Message::messageAttributes)
          .containsOnly(sent.getFirst().messageAttributes());
      assertThat(charged(gateway)).containsExactly("O-1");
      assertThat(shipped(system)).containsExactly("O-1");
    }
  }

  @Test
  void theSweeperRunsOnItsScheduleAndAnswersWhatItFound(@TempDir Path work) {
    try (GatewayStandIn gateway = Gateways.faultless();
        LocalSystem system = LocalSystem.start(settings(work, gateway))) {
      String sweeper =
          function(
              system,
              it ->
                  it.environment().containsKey("EFFECTIVELY_ONCE_DESTINATION_fulfilment")
                      && isScheduled(system, it));

      assertThat(system.invoke(sweeper, "{}").toString())
          .contains("\"published\":0", "\"oldestSeconds\":0");
    }
  }

  private static boolean isScheduled(LocalSystem system, FunctionResource function) {
    return system.template().schedules().stream()
        .filter(it -> it.rate().equals(Duration.ofMinutes(5)))
        .map(it -> system.template().function(it.function()))
        .anyMatch(function::equals);
  }

  private static LocalSettings settings(Path work, GatewayStandIn gateway) {
    return PackagedStack.in(work, template -> Gateways.through(template, gateway));
  }

  private static void stock(LocalSystem system) {
    Map<String, AttributeValue> row =
        Map.of("sku", AttributeValue.fromS("S-1"), "available", AttributeValue.fromN("1000"));
    system.dynamoDb().putItem(put -> put.tableName(system.output("StockTableName")).item(row));
  }

  private static String order(int number) {
    return """
    {"orderId":"O-%s","customerId":"C-%s","totalCents":995,"currency":"EUR",
     "placedAt":"2026-11-01T10:00:00Z","delivery":"COURIER","items":[{"sku":"S-1","quantity":1}]}
    """
        .formatted(number, number % 3);
  }

  /** By its consumer, while nothing else runs. */
  private static void ordered(LocalSystem system, String body) {
    ObjectMapper json = new ObjectMapper();
    ObjectNode event = json.createObjectNode();
    event
        .putArray("Records")
        .addObject()
        .put("messageId", "m-1")
        .put("receiptHandle", "r-1")
        .put("body", body)
        .put("eventSource", "aws:sqs")
        .put("eventSourceARN", "arn:aws:sqs:us-east-1:000000000000:orders");
    String orders = function(system, it -> it.environment().containsKey("ORDERS_TABLE"));
    assertThat(system.invoke(orders, event.toString()))
        .isInstanceOf(InvocationResult.Succeeded.class);
  }

  private static String function(LocalSystem system, Predicate<FunctionResource> which) {
    return system.template().functions().stream().filter(which).findFirst().orElseThrow().name();
  }

  /** Tells what the consumer of fulfilment is given. */
  private static InvocationListener listening(LocalSystem system, List<Message> given) {
    String fulfilment = function(system, Gateways::isCalledBy);
    return new InvocationListener() {
      @Override
      public void starting(String functionName, List<Message> batch) {
        if (functionName.equals(fulfilment)) {
          given.addAll(batch);
        }
      }
    };
  }

  private static List<Map<String, AttributeValue>> rows(LocalSystem system, String table) {
    return system
        .dynamoDb()
        .scan(scan -> scan.tableName(system.output(table)).consistentRead(true))
        .items();
  }

  private static boolean isEmpty(LocalSystem system) {
    return rows(system, "OutboxTableName").isEmpty();
  }

  private static List<String> shipped(LocalSystem system) {
    return rows(system, "ShipmentsTableName").stream()
        .map(row -> row.getOrDefault("orderId", AttributeValue.fromS("")).s())
        .toList();
  }

  private static List<String> charged(GatewayStandIn gateway) {
    return gateway.ledger().stream()
        .filter(entry -> entry.kind() == Kind.CHARGE)
        .map(Entry::orderId)
        .toList();
  }
}
