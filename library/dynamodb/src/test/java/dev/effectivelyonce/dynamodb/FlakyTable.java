package dev.effectivelyonce.dynamodb;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table of its own behind a proxy that can spoil requests, and a patient client. */
final class FlakyTable {
  final FlakyProxy proxy = FlakyProxy.anew();
  final DynamoDbClient client = proxy.client();
  final String name = LocalDynamoDb.newTable();
  final DynamoDbStore store = new DynamoDbStore(client, name);

  /**
   * The answers of all attempts of the next request are lost, or say that it was not carried out.
   */
  void leaveUnanswered(boolean arrives) {
    for (int i = 0; i < CallBounds.forLambda().attempts(); i++) {
      if (arrives) {
        proxy.loseNextAnswer();
      } else {
        proxy.answerNext(1, 500, "{}");
      }
    }
  }

  /** The next request is throttled, however often it is sent. */
  void throttle() {
    proxy.answerNext(
        CallBounds.forLambda().attempts(),
        400,
        "ProvisionedThroughputExceededException",
        "slow down");
  }

  /** The next transaction is cancelled for these reasons. */
  void cancel(String... codes) {
    String reasons =
        Stream.of(codes).map("{\"Code\":\"%s\"}"::formatted).collect(Collectors.joining(","));
    proxy.answerNext(
        1,
        400,
        """
        {"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
        "Message":"Transaction cancelled","CancellationReasons":[%s]}
        """
            .formatted(reasons));
  }
}
