package dev.effectivelyonce.integration.stack;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** A queue of the stack. Safe for many threads. */
public final class Queue {
  private static final int MOST_IN_A_CALL = 10;
  private static final List<QueueAttributeName> COUNTS =
      List.of(
          QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
          QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
          QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED);

  private final SqsClient sqs;
  private final String url;
  private final String run;
  private final AtomicInteger sent = new AtomicInteger();

  /**
   * @param run sets this run's deduplication ids apart
   */
  Queue(SqsClient sqs, String url, String run) {
    this.sqs = sqs;
    this.url = url;
    this.run = run;
  }

  /** Where the queue is. */
  public String url() {
    return url;
  }

  /** Its ARN. */
  public String arn() {
    return attribute(QueueAttributeName.QUEUE_ARN);
  }

  /** Its name, which its address ends in. */
  public String name() {
    return url.substring(url.lastIndexOf('/') + 1);
  }

  /** One of its attributes. */
  public String attribute(QueueAttributeName name) {
    return requireNonNull(
        sqs.getQueueAttributes(request -> request.queueUrl(url).attributeNames(name))
            .attributes()
            .get(name),
        name.toString());
  }

  /** How many messages are in it, in flight and delayed ones too. */
  public int depth() {
    Map<QueueAttributeName, String> attributes =
        sqs.getQueueAttributes(request -> request.queueUrl(url).attributeNames(COUNTS))
            .attributes();
    return attributes.values().stream().mapToInt(Integer::parseInt).sum();
  }

  /** How many of them are received and hidden. */
  public int hidden() {
    return Integer.parseInt(
        attribute(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE));
  }

  /** For how long a receive hides a message that it does not say otherwise about. */
  public void hides(Duration time) {
    sqs.setQueueAttributes(
        set ->
            set.queueUrl(url)
                .attributes(
                    Map.of(
                        QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(time.toSeconds()))));
  }

  /** After how many receives a message is dead-lettered from now on; returns how many it was. */
  public int receives(int most) {
    JsonNode before = Json.read(attribute(QueueAttributeName.REDRIVE_POLICY));
    String policy =
        Json.text(
            Map.of(
                "deadLetterTargetArn",
                before.path("deadLetterTargetArn").asText(),
                "maxReceiveCount",
                most));
    sqs.setQueueAttributes(
        set -> set.queueUrl(url).attributes(Map.of(QueueAttributeName.REDRIVE_POLICY, policy)));
    return before.path("maxReceiveCount").asInt();
  }

  /** Sends in this order, ten in a call. No message is swallowed as a copy of another. */
  public void send(List<Outgoing> messages) {
    for (int start = 0; start < messages.size(); start += MOST_IN_A_CALL) {
      int end = Math.min(start + MOST_IN_A_CALL, messages.size());
      List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
      messages.subList(start, end).forEach(message -> entries.add(entry(message)));
      SendMessageBatchResponse response =
          sqs.sendMessageBatch(request -> request.queueUrl(url).entries(entries));
      assertThat(response.failed()).as("messages that %s refused", url).isEmpty();
    }
  }

  /**
   * Receives as many messages as it has and makes them visible again at once, as a consumer does
   * that fails.
   */
  void receiveAndLetGo() {
    int calls = depth() / MOST_IN_A_CALL + 1;
    for (int call = 0; call < calls; call++) {
      sqs.receiveMessage(
          receive ->
              receive.queueUrl(url).maxNumberOfMessages(MOST_IN_A_CALL).visibilityTimeout(0));
    }
  }

  private SendMessageBatchRequestEntry entry(Outgoing message) {
    String number = Integer.toString(sent.incrementAndGet());
    SendMessageBatchRequestEntry.Builder entry =
        SendMessageBatchRequestEntry.builder().id(number).messageBody(message.body());
    message.simulate().ifPresent(fault -> entry.messageAttributes(Map.of("simulate", text(fault))));
    message
        .group()
        .ifPresent(group -> entry.messageGroupId(group).messageDeduplicationId(run + "-" + number));
    return entry.build();
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }
}
