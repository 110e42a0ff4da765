package dev.effectivelyonce.functions.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayHandlerTest {
  @Test
  void consumersAreReplayedWhereTheStackHasTheirQueues() {
    Map<String, String> queues =
        Map.of("ORDERS_QUEUE_URL", "https://sqs/1/orders", "PAYMENTS_QUEUE_URL", "https://sqs/1/p");
    Map<String, String> withGateway = new HashMap<>(queues);
    withGateway.put("FULFILMENT_QUEUE_URL", "https://sqs/1/fulfilment");

    assertThat(ReplayHandler.consumers(Map.of())).isEmpty();
    assertThat(ReplayHandler.consumers(queues)).containsOnlyKeys("orders", "payments");
    assertThat(ReplayHandler.consumers(withGateway))
        .containsOnlyKeys("orders", "payments", "fulfilment")
        .allSatisfy((name, it) -> assertThat(it.consumer().value()).isEqualTo(name));
  }
}
