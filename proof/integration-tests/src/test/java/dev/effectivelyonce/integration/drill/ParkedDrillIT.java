package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Queue;
import dev.effectivelyonce.integration.stack.Tables;
import dev.effectivelyonce.integration.stack.Uses;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A record of a table's stream that failed for good, and is parked. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class ParkedDrillIT {

  private final DeployedStack stack;

  @TempDir private Path directory;

  ParkedDrillIT(DeployedStack stack) {
    this.stack = stack;
  }

  @Test
  @Incident("parked")
  void whatIsParkedGoesBackToItsFunctionAndIsCountedOnce() {
    String order = stack.newName("order");
    String customer = stack.newName("customer");
    Queue parking = stack.queue("TurnoverParkingQueueUrl");
    stack.clients().sqs().purgeQueue(it -> it.queueUrl(parking.url()));
    stack
        .tables()
        .putOrder(
            Map.of(
                "orderId", fromS(order),
                "customerId", fromS(customer),
                "totalCents", fromN("300"),
                "timesProcessed", fromN("1"),
                "placedAt", fromS(stack.newName("time")),
                "simulate", fromS("fail-permanent")));
    Eventually.holds("it is parked", () -> assertThat(parking.depth()).isOne());

    PageScript incident =
        Night.of(stack, directory, "functions/standard/effectively-once.json").incident("parked");
    assertThat(incident.run("effectively-once dead-letters")).contains("REOPEN");
    assertThat(incident.run("effectively-once replay")).containsPattern("would replay +1\\b");
    assertThat(incident.run("effectively-once replay")).containsPattern("of these reopened +1\\b");
    incident.isOver();

    assertThat(stack.tables().record(Tables.recordId("turnover", order)).orElseThrow().status())
        .isEqualTo(Status.COMPLETED);
    assertThat(stack.tables().turnover(customer)).isEqualTo(List.of(1L, 300L));
    assertThat(parking.depth()).isZero();
  }
}
