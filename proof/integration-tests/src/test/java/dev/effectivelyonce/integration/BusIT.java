package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.integration.stack.AuditBus;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The outbox's publisher and an EventBridge that answers as AWS's: rules, targets, envelope. */
@ExtendWith(OnLocalStack.class)
class BusIT {

  private final DeployedStack stack;

  BusIT(DeployedStack stack) {
    this.stack = stack;
  }

  @Test
  void anEventComesOutOfTheBusWithItsSenderItsNameAndItsId() {
    try (AuditBus bus = new AuditBus(stack.clients(), stack.newName("audit"))) {
      String orderId = stack.newName("order");
      List<JsonNode> arrived = new ArrayList<>();

      OutboxMessage message =
          bus.publish(orderId, "order-shipped", "{\"orderId\":\"" + orderId + "\"}");

      assertThat(bus.waiting()).as("what the bus has taken is gone").isZero();
      Eventually.holds(
          "the bus hands the event on",
          () -> {
            arrived.addAll(bus.arrived());
            assertThat(arrived).hasSize(1);
          });
      JsonNode event = arrived.getFirst();
      assertThat(event.path("source").asText()).isEqualTo("orders");
      assertThat(event.path("detail-type").asText()).isEqualTo("order-shipped");
      assertThat(event.path("resources").path(0).asText()).isEqualTo(message.id());
      assertThat(event.path("detail").path("orderId").asText()).isEqualTo(orderId);
    }
  }

  @Test
  void whatIsNoJsonStaysInTheOutbox() {
    try (AuditBus bus = new AuditBus(stack.clients(), stack.newName("audit"))) {
      bus.publish(stack.newName("order"), "order-shipped", "no JSON");

      assertThat(bus.waiting()).isOne();
    }
  }
}
