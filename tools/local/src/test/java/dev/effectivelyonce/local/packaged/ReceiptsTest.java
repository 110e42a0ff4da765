package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** The packaged function with Powertools' annotation, on the stack's table of records. */
@Tag("full")
class ReceiptsTest {
  private static final int ORDERS = 4;

  @Test
  void eachReceiptIsWrittenOnceButWhereItsProcessDiedAfterTheEffect(@TempDir Path work) {
    try (LocalSystem system = LocalSystem.start(settings(work))) {
      send(system, "copied", "none");
      send(system, "copied", "none");
      send(system, "failed", "fail-retryable");
      send(system, "before", "crash-before-effect");
      send(system, "after", "crash-after-effect");
      send(system, "copied", "none");

      system.startEventSources(InvocationListener.NONE);
      Await.until("each is done", () -> completed(system) == ORDERS && isEmpty(system));

      assertThat(written(system, "copied")).isEqualTo(1);
      assertThat(written(system, "failed")).isEqualTo(1);
      assertThat(written(system, "before")).isEqualTo(1);
      // What RERUN allows: the process died between the effect and its completion.
      assertThat(written(system, "after")).isEqualTo(2);
      assertThat(rows(system, "IdempotencyTableName"))
          .as("in the stack's table, under Powertools' ids")
          .hasSize(ORDERS)
          .allSatisfy(
              row -> assertThat(text(row, "id")).matches(".*Receipts.*\\.write#[0-9a-f]{32}"))
          .extracting(row -> number(row, "attempt"))
          .containsExactlyInAnyOrder(1, 2, 2, 2);
      assertThat(messages(system, "ReceiptsDeadLetterQueueUrl")).isZero();
    }
  }

  /** Two deaths in a batch cost each of its messages two receives, a slow start another. */
  private static LocalSettings settings(Path work) {
    return PackagedStack.in(work, template -> Chaos.patient(template, Chaos.RECEIVES))
        .withProcessesPerFunction(1);
  }

  private static void send(LocalSystem system, String orderId, String fault) {
    String body =
        """
        {"orderId":"%s","customerId":"C-1","totalCents":995,"currency":"EUR",
         "placedAt":"2026-11-01T10:00:00Z"}
        """
            .formatted(orderId);
    Map<String, MessageAttributeValue> attributes =
        fault.equals("none")
            ? Map.of()
            : Map.of(
                "simulate",
                MessageAttributeValue.builder().dataType("String").stringValue(fault).build());
    system
        .sqs()
        .sendMessage(
            message ->
                message
                    .queueUrl(system.output("ReceiptsQueueUrl"))
                    .messageBody(body)
                    .messageAttributes(attributes));
  }

  private static long completed(LocalSystem system) {
    return rows(system, "IdempotencyTableName").stream()
        .filter(row -> text(row, "status").equals("COMPLETED"))
        .count();
  }

  private static int written(LocalSystem system, String orderId) {
    return rows(system, "ReceiptsTableName").stream()
        .filter(row -> text(row, "orderId").equals(orderId))
        .mapToInt(row -> number(row, "timesProcessed"))
        .sum();
  }

  private static List<Map<String, AttributeValue>> rows(LocalSystem system, String table) {
    return system
        .dynamoDb()
        .scan(scan -> scan.tableName(system.output(table)).consistentRead(true))
        .items();
  }

  private static String text(Map<String, AttributeValue> row, String name) {
    return row.getOrDefault(name, fromS("")).s();
  }

  private static int number(Map<String, AttributeValue> row, String name) {
    return Integer.parseInt(row.getOrDefault(name, fromN("0")).n());
  }

  private static boolean isEmpty(LocalSystem system) {
    return messages(system, "ReceiptsQueueUrl") == 0;
  }

  private static int messages(LocalSystem system, String queue) {
    return system
        .sqs()
        .getQueueAttributes(
            request ->
                request
                    .queueUrl(system.output(queue))
                    .attributeNamesWithStrings(
                        "ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"))
        .attributesAsStrings()
        .values()
        .stream()
        .mapToInt(Integer::parseInt)
        .sum();
  }
}
