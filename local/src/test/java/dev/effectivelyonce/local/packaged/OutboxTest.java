package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.ScheduleResource;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Orders that are to be shipped, by the packaged functions on the synthesized stack. */
class OutboxTest {
  private static final Path SYNTHESIZED = Path.of("..", "infra", "target", "cdk.out");
  private static final int ORDERS = 20;

  @Test
  void everyOrderThatIsToBeShippedIsSentToFulfilmentThoughItsConsumerDies(@TempDir Path work) {
    try (LocalSystem system =
        LocalSystem.start(
            LocalSettings.of(SYNTHESIZED, work, Clock.systemUTC(), UUID::randomUUID))) {
      system.startEventSources(InvocationListener.NONE);
      IntStream.range(0, ORDERS).forEach(i -> send(system, i, "none"));
      IntStream.range(0, ORDERS).forEach(i -> send(system, i, "none"));
      send(system, ORDERS, "crash-after-effect");

      List<Message> shipments = new ArrayList<>();
      Await.until(
          "a shipment for each order",
          () -> {
            shipments.addAll(received(system));
            return shipments.size() > ORDERS && isEmpty(system);
          });

      assertThat(shipments).extracting(OutboxTest::orderId).hasSize(ORDERS + 1);
      assertThat(shipments).extracting(OutboxTest::orderId).doesNotHaveDuplicates();
      assertThat(shipments).extracting(OutboxTest::outboxId).doesNotHaveDuplicates();
    }
  }

  @Test
  void theSweeperRunsOnItsScheduleAndAnswersWhatItFound(@TempDir Path work) {
    try (LocalSystem system =
        LocalSystem.start(
            LocalSettings.of(SYNTHESIZED, work, Clock.systemUTC(), UUID::randomUUID))) {
      assertThat(system.template().schedules())
          .extracting(ScheduleResource::rate)
          .containsExactly(Duration.ofMinutes(5));
      String sweeper = system.template().schedules().getFirst().function().name();

      assertThat(system.invoke(sweeper, "{}").toString())
          .contains("\"published\":0", "\"oldestSeconds\":0");
    }
  }

  private static void send(LocalSystem system, int number, String fault) {
    String body =
        """
        {"orderId":"O-%d","customerId":"C-%d","totalCents":995,"currency":"EUR",
         "placedAt":"2026-11-01T10:00:00Z","delivery":"COURIER","items":[{"sku":"S-1","quantity":1}]}
        """
            .formatted(number, number % 3);
    Map<String, MessageAttributeValue> attributes =
        fault.equals("none")
            ? Map.of()
            : Map.of(
                "simulate",
                MessageAttributeValue.builder().dataType("String").stringValue(fault).build());
    system
        .sqs()
        .sendMessage(
            request ->
                request
                    .queueUrl(system.output("OrdersQueueUrl"))
                    .messageBody(body)
                    .messageAttributes(attributes));
  }

  private static List<Message> received(LocalSystem system) {
    String url = system.output("FulfilmentQueueUrl");
    List<Message> some =
        system
            .sqs()
            .receiveMessage(
                request ->
                    request.queueUrl(url).maxNumberOfMessages(10).messageAttributeNames("All"))
            .messages();
    some.forEach(
        it -> system.sqs().deleteMessage(r -> r.queueUrl(url).receiptHandle(it.receiptHandle())));
    return some;
  }

  private static boolean isEmpty(LocalSystem system) {
    return system
            .dynamoDb()
            .scan(scan -> scan.tableName(system.output("OutboxTableName")).consistentRead(true))
            .count()
        == 0;
  }

  private static String orderId(Message message) {
    return message.body().replaceFirst(".*\"orderId\":\"([^\"]+)\".*", "$1");
  }

  private static Map<String, String> outboxId(Message message) {
    return Map.of("id", message.messageAttributes().toString());
  }
}
