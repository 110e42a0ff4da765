package dev.effectivelyonce.local.engines;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import dev.effectivelyonce.local.LocalRunnerException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;

/**
 * DynamoDB Local, in memory, on a free loopback port.
 *
 * @param quieted kept, since the JDK forgets the level of a logger that nobody holds
 */
record DynamoDbEngine(Server server, Logger quieted) implements AutoCloseable {
  /**
   * DynamoDB Local's own server would listen on every network interface, so its handler gets a
   * server here.
   */
  static DynamoDbEngine start() {
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    try {
      server.setHandler(new ContextHandler(handler()));
      server.start();
      return new DynamoDbEngine(server, quiet());
    } catch (Exception e) {
      throw new LocalRunnerException("DynamoDB Local did not start: " + e.getMessage(), e);
    }
  }

  /** Quiets the logger of the streams, which use an old SDK that advises the user to add JAXB. */
  private static Logger quiet() {
    Logger logger = Logger.getLogger("com.amazonaws.util.Base64");
    logger.setLevel(Level.SEVERE);
    return logger;
  }

  private static LocalDynamoDBServerHandler handler() {
    boolean inMemory = true;
    boolean oneDatabaseForAllCredentials = true;
    boolean delayTransientStatuses = false;
    return new LocalDynamoDBServerHandler(
        new LocalDynamoDBRequestHandler(
            0, inMemory, null, oneDatabaseForAllCredentials, delayTransientStatuses),
        "");
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getURI().getPort());
  }

  @Override
  public void close() {
    quieted.setLevel(null);
    try {
      server.stop();
    } catch (Exception e) {
      throw new LocalRunnerException("DynamoDB Local did not stop: " + e.getMessage(), e);
    }
  }
}
