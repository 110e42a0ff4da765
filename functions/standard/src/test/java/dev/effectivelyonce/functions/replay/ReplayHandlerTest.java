package dev.effectivelyonce.functions.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayHandlerTest {
  @Test
  void fulfilmentIsReplayedWhereTheStackHasIt() {
    assertThat(ReplayHandler.consumers(Map.of())).containsOnlyKeys("orders", "payments");
    assertThat(ReplayHandler.consumers(Map.of("FULFILMENT_QUEUE_URL", "https://sqs/1/fulfilment")))
        .containsOnlyKeys("orders", "payments", "fulfilment")
        .allSatisfy((name, it) -> assertThat(it.consumer().value()).isEqualTo(name));
  }
}
