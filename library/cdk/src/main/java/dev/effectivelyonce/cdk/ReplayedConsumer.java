package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.services.sqs.IQueue;

/**
 * A consumer, and the name of its queue in requests.
 *
 * @param told what the function learns of it, by what follows the name
 * @param rights what it may do with its queues and its function
 */
record ReplayedConsumer(
    String name, RecordedConstruct<?> consumer, Map<String, String> told, List<Permission> rights) {
  static ReplayedConsumer of(String name, RecordedConstruct<?> consumer, ConsumerQueues queues) {
    return new ReplayedConsumer(
        name,
        consumer,
        Map.of(
            "_QUEUE_URL", queues.source().getQueueUrl(),
            "_DEAD_LETTER_QUEUE_URL", queues.deadLetters().getQueueUrl(),
            "_RETENTION", consumer.recordRetention().toString()),
        Stream.of(
                Stream.of(
                    toEmpty(queues.deadLetters(), "sqs:ListDeadLetterSourceQueues"),
                    Permission.of(
                        queues.source().getQueueArn(),
                        "sqs:GetQueueAttributes",
                        "sqs:SendMessage")),
                Keys.toReceive(queues.deadLetters()),
                Keys.toSend(queues.source()))
            .flatMap(it -> it)
            .toList());
  }

  static ReplayedConsumer of(String name, ParkingConsumer consumer) {
    return new ReplayedConsumer(
        name,
        consumer,
        Map.of(
            "_PARKING_QUEUE_URL", consumer.parkingQueue().getQueueUrl(),
            "_FUNCTION", consumer.alias().getFunctionArn(),
            "_CONSUMER", consumer.consumerName(),
            "_RETENTION", consumer.recordRetention().toString()),
        Stream.concat(
                Stream.of(
                    toEmpty(consumer.parkingQueue()),
                    Permission.of(consumer.alias().getFunctionArn(), "lambda:InvokeFunction")),
                Keys.toReceive(consumer.parkingQueue()))
            .toList());
  }

  Map<String, String> variables() {
    String prefix = name.toUpperCase(Locale.ROOT).replace('-', '_');
    Map<String, String> variables = new TreeMap<>();
    told.forEach((ending, value) -> variables.put(prefix + ending, value));
    return variables;
  }

  private static Permission toEmpty(IQueue letters, String... more) {
    return Permission.of(
        letters.getQueueArn(),
        Stream.concat(
                Stream.of(
                    "sqs:ChangeMessageVisibility",
                    "sqs:DeleteMessage",
                    "sqs:GetQueueAttributes",
                    "sqs:ReceiveMessage"),
                Stream.of(more))
            .sorted()
            .toArray(String[]::new));
  }
}
