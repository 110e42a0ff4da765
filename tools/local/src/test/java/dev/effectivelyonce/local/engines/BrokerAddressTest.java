package dev.effectivelyonce.local.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.local.LocalRunnerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerAddressTest {
  @Test
  void itSaysWhereTheBrokerIsAndHowToLogInAndShowsNoPassword() {
    BrokerAddress address = BrokerAddress.of("amqp://shop:s3cret@broker.example.com:5673");
    ConnectionFactory connections = address.connections();

    assertThat(connections.getHost()).isEqualTo("broker.example.com");
    assertThat(connections.getPort()).isEqualTo(5673);
    assertThat(connections.getUsername()).isEqualTo("shop");
    assertThat(connections.getPassword()).isEqualTo("s3cret");
    assertThat(address).hasToString("broker.example.com:5673");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:5672", "http://127.0.0.1", "amqp://a b"})
  void whatIsNoAddressIsRefusedWithTheFormOfOne(String uri) {
    assertThatThrownBy(() -> BrokerAddress.of(uri))
        .isInstanceOf(LocalRunnerException.class)
        .hasMessageContaining("Set -Dbroker=amqp://USER:PASSWORD@HOST:PORT")
        .hasMessageNotContaining(uri);
  }
}
