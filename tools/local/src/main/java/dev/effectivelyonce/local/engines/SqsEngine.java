package dev.effectivelyonce.local.engines;

import java.net.URI;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/** ElasticMQ, in memory, on a free loopback port, with the limits of SQS. */
final class SqsEngine implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final SQSRestServer server;
  private final int port;

  private SqsEngine(SQSRestServer server, int port) {
    this.server = server;
    this.port = port;
  }

  static SqsEngine start(String region, String accountId) {
    SQSRestServer server =
        SQSRestServerBuilder.withInterface(LOOPBACK)
            .withDynamicPort()
            .withAWSRegion(region)
            .withAWSAccountId(accountId)
            .start();
    return new SqsEngine(server, server.waitUntilStarted().localAddress().getPort());
  }

  URI endpoint() {
    return URI.create("http://" + LOOPBACK + ":" + port);
  }

  @Override
  public void close() {
    server.stopAndWait();
  }
}
