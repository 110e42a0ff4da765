package dev.effectivelyonce.benchmarks.engine;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;

/** DynamoDB Local, in memory, on a free loopback port, until standard input ends. */
final class DynamoDbLocalMain {
  private DynamoDbLocalMain() {}

  /** Prints the port in a line of its own. */
  public static void main(String[] arguments) throws Exception {
    Logger sqlite = Logger.getLogger("com.almworks.sqlite4java");
    sqlite.setLevel(Level.OFF);
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(new ContextHandler(handler()));
    server.start();
    EngineProcess.answerUntilTheHarnessEnds(server.getURI().getPort());
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
}
