package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** DynamoDB Local and ElasticMQ in this JVM, started once for all tests, on free loopback ports. */
final class LocalAws implements ParameterResolver {
  /** The running engines. */
  record Running(
      SQSRestServer sqsServer, DynamoDbClient dynamoDb, SqsClient sqs, AtomicInteger names) {
    /** Returns the URL of a FIFO queue that no other test has. */
    String fifoQueue() {
      return sqs.createQueue(
              create ->
                  create
                      .queueName("queue-" + names.incrementAndGet() + ".fifo")
                      .attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")))
          .queueUrl();
    }

    /** Takes up to ten messages. */
    List<Message> receive(String url) {
      List<Message> messages =
          sqs.receiveMessage(
                  receive ->
                      receive
                          .queueUrl(url)
                          .maxNumberOfMessages(10)
                          .messageAttributeNames("All")
                          .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
              .messages();
      messages.forEach(
          it -> sqs.deleteMessage(done -> done.queueUrl(url).receiptHandle(it.receiptHandle())));
      return messages;
    }
  }

  /** Up as long as their JVM: what runs each test by itself (PIT) would start them for each. */
  private static final class Engines {
    static final Running RUNNING = start();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(Running.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return Engines.RUNNING;
  }

  private static Running start() {
    SQSRestServer sqs =
        SQSRestServerBuilder.withInterface("127.0.0.1")
            .withDynamicPort()
            .withAWSRegion("us-east-1")
            .withAWSAccountId("123456789012")
            .start();
    int sqsPort = sqs.waitUntilStarted().localAddress().getPort();
    return new Running(sqs, LocalDynamoDb.client(), sqsClient(sqsPort), new AtomicInteger());
  }

  private static SqsClient sqsClient(int port) {
    return SqsClient.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + port))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }
}
