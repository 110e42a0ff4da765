package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** Sends planned messages, ten in a call. Safe for many threads. */
final class Sender {
  private static final int MOST_IN_A_CALL = 10;
  private static final int MOST_BYTES_IN_A_CALL = 200_000;

  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

  private final SqsClient sqs;
  private final AtomicInteger sent = new AtomicInteger();

  Sender(SqsClient sqs) {
    this.sqs = sqs;
  }

  /** Returns how many messages have been sent. */
  int sent() {
    return sent.get();
  }

  /** The messages in pieces that fit into one call each. */
  static List<List<PlannedMessage>> calls(List<PlannedMessage> messages) {
    List<List<PlannedMessage>> calls = new ArrayList<>();
    List<PlannedMessage> open = new ArrayList<>();
    int openBytes = 0;
    for (PlannedMessage message : messages) {
      int sizeBytes = message.body().getBytes(StandardCharsets.UTF_8).length;
      if (open.size() == MOST_IN_A_CALL
          || (!open.isEmpty() && openBytes + sizeBytes > MOST_BYTES_IN_A_CALL)) {
        calls.add(List.copyOf(open));
        open.clear();
        openBytes = 0;
      }
      open.add(message);
      openBytes += sizeBytes;
    }
    if (!open.isEmpty()) {
      calls.add(List.copyOf(open));
    }
    return calls;
  }

  /**
   * Sends one call's messages.
   *
   * @throws LocalRunnerException if the queue refuses one
   */
  void send(String queueUrl, List<PlannedMessage> call) {
    SendMessageBatchResponse response = sent(queueUrl, call);
    if (!response.failed().isEmpty()) {
      throw new LocalRunnerException(
          "Message %s was refused by %s: %s"
              .formatted(
                  response.failed().getFirst().id(),
                  queueUrl,
                  response.failed().getFirst().message()));
    }
    sent.addAndGet(call.size());
  }

  /**
   * Sends until there is an answer, as a producer that must not lose anything does. What arrives
   * twice is one more copy, or on the FIFO queue none.
   */
  private SendMessageBatchResponse sent(String queueUrl, List<PlannedMessage> call) {
    while (true) {
      try {
        return sqs.sendMessageBatch(
            request ->
                request.queueUrl(queueUrl).entries(call.stream().map(Sender::entry).toList()));
      } catch (SdkClientException e) {
        LOG.debug("Sending again: {}", e.getMessage());
      } catch (SqsException e) {
        if (!e.isThrottlingException()) {
          throw e;
        }
      }
    }
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
    if (message.queue() == DemoQueue.PAYMENTS) {
      entry.messageGroupId(message.group().orElseThrow()).messageDeduplicationId("demo-" + number);
    }
    return entry.build();
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }
}
