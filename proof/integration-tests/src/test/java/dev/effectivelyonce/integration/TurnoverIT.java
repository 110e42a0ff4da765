package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Tables;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The stream of the Orders table, and the function that counts each order of it once. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class TurnoverIT {

  private final DeployedStack stack;
  private final String customer;

  TurnoverIT(DeployedStack stack) {
    this.stack = stack;
    this.customer = stack.newName("customer");
  }

  @Test
  void anOrderCountsOnceHoweverOftenItsItemChangesOrItsProcessDies() {
    String changed = stack.newName("order");
    write(changed, 1);
    write(changed, 1);
    write(simulating(stack.newName("order"), "crash-before-effect", 10));
    write(simulating(stack.newName("order"), "crash-after-effect", 100));
    write(stack.newName("order"), 1_000);
    write(changed, 1);

    Eventually.holds(
        "all four orders are counted",
        () -> assertThat(stack.tables().turnover(customer)).isEqualTo(List.of(4L, 1_111L)));
    assertThat(stack.tables().record(Tables.recordId("turnover", changed)).orElseThrow().status())
        .isEqualTo(Status.COMPLETED);
  }

  private Map<String, AttributeValue> simulating(String orderId, String fault, long cents) {
    Map<String, AttributeValue> item = item(orderId, cents);
    item.put("simulate", fromS(fault));
    return item;
  }

  private void write(String orderId, long cents) {
    write(item(orderId, cents));
  }

  private Map<String, AttributeValue> item(String orderId, long cents) {
    return new HashMap<>(
        Map.of(
            "orderId", fromS(orderId),
            "customerId", fromS(customer),
            "totalCents", fromN(Long.toString(cents)),
            "timesProcessed", fromN("1")));
  }

  /** Each writing changes the item, or its stream would show nothing. */
  private void write(Map<String, AttributeValue> item) {
    item.put("placedAt", fromS(stack.newName("time")));
    stack.tables().putOrder(item);
  }
}
