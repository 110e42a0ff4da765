package dev.effectivelyonce.local.engines;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class KafkaEngineTest {
  @Test
  void aBrokerThatDoesNotStartSaysWhy() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Integer> ports = List.of(taken.getLocalPort(), ServerFiles.freePorts(1).getFirst());

      assertThatThrownBy(() -> KafkaEngine.start(ports))
          .isInstanceOf(LocalRunnerException.class)
          .hasMessageContaining("Address already in use");
    }
  }
}
