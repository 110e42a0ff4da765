package com.example.orders;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * A queue by ElasticMQ, and a database by PostgreSQL. They are a process of their own, so that they
 * outlive a crash of the application.
 */
final class LocalServices implements AutoCloseable {
  private final EmbeddedPostgres database;
  private final SQSRestServer queues;
  private final URI endpoint;
  private final SqsAsyncClient client;
  private final String orders;

  /**
   * @param queuePort 0 for any that is free, as is databasePort
   */
  LocalServices(int queuePort, int databasePort) throws IOException {
    database = EmbeddedPostgres.builder().setPort(databasePort).start();
    queues =
        SQSRestServerBuilder.withInterface("localhost")
            .withPort(queuePort)
            .withAWSRegion("eu-central-1")
            .start();
    endpoint = URI.create("http://localhost:" + queues.waitUntilStarted().localAddress().getPort());
    client =
        SqsAsyncClient.builder()
            .endpointOverride(endpoint)
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .build();
    String letters = created("orders-dead", Map.of());
    String lettersArn = attributes(letters, QueueAttributeName.QUEUE_ARN).findAny().orElseThrow();
    orders =
        created(
            "orders",
            Map.of(
                "VisibilityTimeout",
                "6",
                "RedrivePolicy",
                "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":10}".formatted(lettersArn)));
  }

  public static void main(String[] arguments) throws Exception {
    new LocalServices(9324, 5433);
    System.out.println("The queue and the database are up, until Ctrl-C.");
    Thread.currentThread().join();
  }

  String database() {
    return database.getJdbcUrl("postgres", "postgres");
  }

  String endpoint() {
    return endpoint.toString();
  }

  /** Returns whether no order waits or is being handled. */
  boolean isIdle() {
    return attributes(
            orders,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE)
        .allMatch("0"::equals);
  }

  private String created(String name, Map<String, String> attributes) {
    return client
        .createQueue(it -> it.queueName(name).attributesWithStrings(attributes))
        .join()
        .queueUrl();
  }

  private Stream<String> attributes(String queue, QueueAttributeName... names) {
    return client
        .getQueueAttributes(it -> it.queueUrl(queue).attributeNames(names))
        .join()
        .attributes()
        .values()
        .stream();
  }

  @Override
  public void close() throws IOException {
    client.close();
    queues.stopAndWait();
    database.close();
  }
}
