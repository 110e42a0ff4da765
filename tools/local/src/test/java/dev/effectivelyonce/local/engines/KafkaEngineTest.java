package dev.effectivelyonce.local.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;

class KafkaEngineTest {
  @Test
  void aBrokerThatDoesNotStartSaysWhy() throws IOException {
    try (KafkaEngine engine = KafkaEngine.start()) {
      int port = URI.create("kafka://" + engine.bootstrapServers()).getPort();
      engine.kill();

      try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(taken.isBound()).isTrue();
        assertThatThrownBy(engine::restart)
            .isInstanceOf(LocalRunnerException.class)
            .hasMessageContaining("Address already in use");
      }
    }
  }
}
