package dev.effectivelyonce.local.engines;

import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.local.LocalRunnerException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;

/** The address of a broker of RabbitMQ and how to log in, which its text does not show. */
public final class BrokerAddress {
  private final ConnectionFactory connections;

  private BrokerAddress(ConnectionFactory connections) {
    this.connections = connections;
  }

  /**
   * Reads an address such as {@code amqp://guest:guest@127.0.0.1:5672}.
   *
   * @throws LocalRunnerException if it is none
   */
  public static BrokerAddress of(String uri) {
    ConnectionFactory connections = new ConnectionFactory();
    try {
      connections.setUri(new URI(uri));
    } catch (IllegalArgumentException | URISyntaxException | GeneralSecurityException e) {
      throw new LocalRunnerException(
          "The broker's address can't be read. Set -Dbroker=amqp://USER:PASSWORD@HOST:PORT", e);
    }
    return new BrokerAddress(connections);
  }

  /** Returns how to connect. */
  public ConnectionFactory connections() {
    return connections.clone();
  }

  @Override
  public String toString() {
    return connections.getHost() + ":" + connections.getPort();
  }
}
