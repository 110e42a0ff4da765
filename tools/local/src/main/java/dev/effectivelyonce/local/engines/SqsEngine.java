package dev.effectivelyonce.local.engines;

import java.net.URI;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/** ElasticMQ, in memory, on a free loopback port, with the limits of SQS. */
record SqsEngine(SQSRestServer server, int port) implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

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
