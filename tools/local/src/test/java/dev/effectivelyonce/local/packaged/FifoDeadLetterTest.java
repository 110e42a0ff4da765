package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ADR 6: SQS counts receives, so a final failure must not hold its message group. */
class FifoDeadLetterTest {
  @Test
  void messagesBehindAPoisonMessageAreHandledAndOnlyThePoisonIsDeadLettered(@TempDir Path work) {
    LocalSettings settings = PackagedStack.in(work).withProcessesPerFunction(1);
    try (LocalSystem system = LocalSystem.start(settings)) {
      openAccount(system, "A-1", 10_000);
      send(system, "P-1", "fail-permanent!");
      send(system, "P-2", "");
      send(system, "P-3", "");

      system.startEventSources(InvocationListener.NONE);

      Await.until("the poison message is dead-lettered", () -> deadLetters(system) == 1);
      assertThat(ledgerRows(system, "A-1")).containsExactly("P-2", "P-3");
      assertThat(PackagedStack.left(system, "PaymentsQueueUrl")).isZero();
    }
  }

  private static void openAccount(LocalSystem system, String account, long balanceCents) {
    system
        .dynamoDb()
        .putItem(
            put ->
                put.tableName(system.output("AccountsTableName"))
                    .item(
                        Map.of(
                            "accountId", fromS(account),
                            "balanceCents", fromN(Long.toString(balanceCents)))));
  }

  private static void send(LocalSystem system, String payment, String fault) {
    String body =
        """
        {"paymentId":"%s","accountId":"A-1","amountCents":100,"currency":"EUR",
         "requestedAt":"2026-11-01T10:00:00Z"}
        """
            .formatted(payment);
    system
        .sqs()
        .sendMessage(
            message ->
                message
                    .queueUrl(system.output("PaymentsQueueUrl"))
                    .messageBody(body)
                    .messageGroupId("A-1")
                    .messageDeduplicationId(payment)
                    .messageAttributes(PackagedStack.simulating(fault)));
  }

  private static List<String> ledgerRows(LocalSystem system, String account) {
    return system
        .dynamoDb()
        .query(
            query ->
                query
                    .tableName(system.output("LedgerTableName"))
                    .keyConditionExpression("accountId = :account")
                    .expressionAttributeValues(Map.of(":account", fromS(account))))
        .items()
        .stream()
        .map(row -> row.get("paymentId"))
        .map(value -> value == null ? "" : value.s())
        .toList();
  }

  private static int deadLetters(LocalSystem system) {
    return PackagedStack.left(system, "PaymentsDeadLetterQueueUrl");
  }
}
