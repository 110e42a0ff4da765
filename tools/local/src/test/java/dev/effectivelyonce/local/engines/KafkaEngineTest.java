package dev.effectivelyonce.local.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KafkaEngineTest {
  private KafkaEngine engine;

  @BeforeEach
  void start() {
    engine = KafkaEngine.start();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void aKilledBrokerComesBackWithAddressAndData() throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", engine.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic("kept", Optional.of(2), Optional.empty())))
          .all()
          .get();

      engine.kill();
      engine.restart();

      assertThat(admin.listTopics().names().get()).containsExactly("kept");
    }
  }

  @Test
  void aBrokerThatDoesNotStartSaysWhy() throws IOException {
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
