package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.local.junit.RunningStack;
import dev.effectivelyonce.local.junit.RunsStack;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The packaged functions, as the page on tests shows it. */
@Tag("full")
@Isolated
@RunsStack(template = "../../infra/target/cdk.out", stack = "EffectivelyOnce-trial")
class OrdersStackTest {
  private static final String ORDER =
      """
      {"orderId": "O-1", "customerId": "C-1", "totalCents": 995, "currency": "EUR",
       "placedAt": "2026-11-01T10:00:00Z"}
      """;

  @Test
  void twoCopiesOfAnOrderAreBookedOnce(RunningStack stack, SqsClient sqs, DynamoDbClient tables) {
    String queue = stack.queueUrl("OrdersQueue");
    sqs.sendMessage(it -> it.queueUrl(queue).messageBody(ORDER));
    sqs.sendMessage(it -> it.queueUrl(queue).messageBody(ORDER));

    stack.await("the second copy", () -> stack.log("OrdersFunction").contains("DUPLICATE"));

    String orders = stack.tableName("OrdersTable");
    assertThat(
            tables.getItem(it -> it.tableName(orders).key(Map.of("orderId", fromS("O-1")))).item())
        .containsEntry("timesProcessed", fromN("1"));
  }
}
