package dev.effectivelyonce.operations.bench;

import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import dev.effectivelyonce.sqs.LocalSqs;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** DynamoDB Local and ElasticMQ in this JVM. */
public final class LocalAws {
  private LocalAws() {}

  public static DynamoDbClient dynamoDb() {
    return LocalDynamoDb.client();
  }

  public static SqsClient sqs() {
    return LocalSqs.client();
  }

  public static URI dynamoDbEndpoint() {
    return URI.create("http://127.0.0.1:" + LocalDynamoDb.endpoint().getPort());
  }

  public static URI sqsEndpoint() {
    return LocalSqs.endpoint();
  }

  /** A queue, and its dead-letter queue, which has "-dead" behind its name. */
  public static String queue(Map<String, String> attributes) {
    String name = "orders-" + UUID.randomUUID();
    sqs()
        .createQueue(
            request ->
                request
                    .queueName(name + "-dead")
                    .attributesWithStrings(Map.of("MessageRetentionPeriod", "1209600")));
    Map<String, String> all = new HashMap<>(attributes);
    all.put(
        "RedrivePolicy",
        "{\"deadLetterTargetArn\":\"%s-dead\",\"maxReceiveCount\":\"20\"}"
            .formatted(LocalSqs.ARN + name));
    sqs().createQueue(request -> request.queueName(name).attributesWithStrings(all));
    return name;
  }
}
