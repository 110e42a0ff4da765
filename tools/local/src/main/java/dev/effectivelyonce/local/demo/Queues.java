package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** Sends to the stack's queues, counts what is in them, and empties the dead-letter queues. */
final class Queues {
  /** The most messages of a call, as SQS has it. */
  static final int MOST_IN_A_CALL = 10;

  /** Empty answers in a row: a message is in none for a moment when it moves. */
  private static final int EMPTY_ANSWERS_NEEDED = 3;

  private static final Logger LOG = LoggerFactory.getLogger(Queues.class);

  private final StackResources stack;
  private final SqsClient sqs;
  private final AtomicInteger sent = new AtomicInteger();

  Queues(StackResources stack) {
    this.stack = stack;
    this.sqs = stack.system().sqs();
  }

  /** Returns how many messages have been sent. */
  int sent() {
    return sent.get();
  }

  /**
   * Sends at most ten messages, until there is an answer, as a producer that must not lose anything
   * does. What arrives twice is one more copy, or on the FIFO queue none. Safe for many threads.
   *
   * @throws LocalRunnerException if the queue refuses one
   */
  void send(List<PlannedMessage> messages) throws InterruptedException {
    String url = stack.queueUrl(messages.getFirst().queue());
    while (!Thread.interrupted()) {
      try {
        SendMessageBatchResponse response =
            stack
                .system()
                .seenSqs()
                .sendMessageBatch(
                    request ->
                        request
                            .queueUrl(url)
                            .entries(messages.stream().map(Queues::entry).toList()));
        if (!response.failed().isEmpty()) {
          throw new LocalRunnerException(
              "%s refused a message: %s".formatted(url, response.failed().getFirst()));
        }
        sent.addAndGet(messages.size());
        return;
      } catch (SdkClientException e) {
        LOG.debug("Sending again: {}", e.getMessage());
      } catch (SqsException e) {
        if (!e.isThrottlingException()) {
          throw e;
        }
      }
    }
    throw new InterruptedException();
  }

  /** Each copy has a deduplication id of its own, or the queue would swallow it. */
  private static SendMessageBatchRequestEntry entry(PlannedMessage message) {
    String number = Integer.toString(message.number());
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    attributes.put(InvocationLog.NUMBER, text(number));
    message.simulate().ifPresent(fault -> attributes.put("simulate", text(fault)));
    SendMessageBatchRequestEntry.Builder entry =
        SendMessageBatchRequestEntry.builder()
            .id(number)
            .messageBody(message.body())
            .messageAttributes(attributes);
    message
        .group()
        .ifPresent(group -> entry.messageGroupId(group).messageDeduplicationId("demo-" + number));
    return entry.build();
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }

  /** Messages of a queue that could be received now. */
  int visible(DemoConsumer queue) {
    return depth(queue, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES);
  }

  /** All messages of a queue: visible, in flight and delayed. */
  int left(DemoConsumer queue) {
    return depth(
        queue,
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED);
  }

  /** All messages of all queues. */
  int left() {
    return DemoConsumer.QUEUES.stream().mapToInt(this::left).sum();
  }

  private int depth(DemoConsumer queue, QueueAttributeName... names) {
    return sqs
        .getQueueAttributes(ask -> ask.queueUrl(stack.queueUrl(queue)).attributeNames(names))
        .attributes()
        .values()
        .stream()
        .mapToInt(Integer::parseInt)
        .sum();
  }

  /** Empties a dead-letter queue: a FIFO queue gives out no more of a group until it is deleted. */
  static List<Message> drain(SqsClient sqs, String url) {
    List<Message> all = new ArrayList<>();
    int emptyAnswers = 0;
    while (emptyAnswers < EMPTY_ANSWERS_NEEDED) {
      List<Message> some =
          sqs.receiveMessage(
                  request ->
                      request
                          .queueUrl(url)
                          .maxNumberOfMessages(MOST_IN_A_CALL)
                          .waitTimeSeconds(0)
                          .messageAttributeNames("All"))
              .messages();
      emptyAnswers = some.isEmpty() ? emptyAnswers + 1 : 0;
      some.forEach(
          message ->
              sqs.deleteMessage(it -> it.queueUrl(url).receiptHandle(message.receiptHandle())));
      all.addAll(some);
    }
    return all;
  }
}
