package dev.effectivelyonce.spring;

import java.net.URI;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** ElasticMQ with the queue {@code orders}, whose messages have three receives. */
final class LocalQueues implements AutoCloseable {
  private final SQSRestServer server =
      SQSRestServerBuilder.withInterface("127.0.0.1")
          .withDynamicPort()
          .withAWSRegion("eu-central-1")
          .withAWSAccountId("123456789012")
          .start();
  private final URI endpoint =
      URI.create("http://127.0.0.1:" + server.waitUntilStarted().localAddress().getPort());
  private final SqsClient sqs =
      SqsClient.builder()
          .endpointOverride(endpoint)
          .region(Region.EU_CENTRAL_1)
          .credentialsProvider(AnonymousCredentialsProvider.create())
          .httpClientBuilder(UrlConnectionHttpClient.builder())
          .build();
  private final SqsAsyncClient client =
      SqsAsyncClient.builder()
          .endpointOverride(endpoint)
          .region(Region.EU_CENTRAL_1)
          .credentialsProvider(AnonymousCredentialsProvider.create())
          .build();
  private final String parcels = created("parcels", Map.of());
  private final String letters = created("orders-dead", Map.of());
  private final String orders =
      created(
          "orders",
          Map.of(
              "VisibilityTimeout",
              "60",
              "RedrivePolicy",
              "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":3}"
                  .formatted(
                      values(letters, QueueAttributeName.QUEUE_ARN).findFirst().orElseThrow())));

  /** Returns the client of applications that need none of their own. */
  SqsAsyncClient client() {
    return client;
  }

  URI endpoint() {
    return endpoint;
  }

  void send(String orderId, long cents) {
    sendTo(orders, orderId, cents);
  }

  /** Sends to the queue without a dead-letter queue. */
  void sendParcel(String orderId) {
    sendTo(parcels, orderId, 0);
  }

  private void sendTo(String url, String orderId, long cents) {
    sqs.sendMessage(
        request ->
            request
                .queueUrl(url)
                .messageBody("{\"orderId\":\"%s\",\"cents\":%s}".formatted(orderId, cents)));
  }

  /** Takes all orders out of their queue and the dead letters out of theirs, hidden ones too. */
  void empty() {
    Stream.of(orders, letters).forEach(url -> sqs.purgeQueue(it -> it.queueUrl(url)));
  }

  /** Returns how many messages wait or are being handled. */
  int open() {
    return values(
            orders,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE)
        .mapToInt(Integer::parseInt)
        .sum();
  }

  int deadLetters() {
    return values(letters, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES)
        .mapToInt(Integer::parseInt)
        .sum();
  }

  private String created(String name, Map<String, String> attributes) {
    return sqs.createQueue(it -> it.queueName(name).attributesWithStrings(attributes)).queueUrl();
  }

  private Stream<String> values(String url, QueueAttributeName... names) {
    return sqs
        .getQueueAttributes(request -> request.queueUrl(url).attributeNames(names))
        .attributes()
        .values()
        .stream();
  }

  @Override
  public void close() {
    client.close();
    sqs.close();
    server.stopAndWait();
  }
}
