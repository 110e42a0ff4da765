package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/**
 * Sends to a queue. The id is the message attribute {@value OutboxLimits#ID_ATTRIBUTE}; on a FIFO
 * queue it is the deduplication id too, and the lane is the message group.
 */
record QueueChannel(Supplier<SqsClient> client, Destination.Queue queue) implements Channel {
  @Override
  public List<SendResult> send(List<OutboxMessage> messages) {
    return ServiceFaults.sending(messages, this::request);
  }

  private List<SendResult> request(List<OutboxMessage> messages) {
    List<SendMessageBatchRequestEntry> entries =
        IntStream.range(0, messages.size()).mapToObj(i -> entry(i, messages.get(i))).toList();
    return fates(
        messages.size(),
        client.get().sendMessageBatch(request -> request.queueUrl(queue.url()).entries(entries)));
  }

  private static List<SendResult> fates(int messages, SendMessageBatchResponse answer) {
    // A message that the answer does not name is not known to be sent.
    List<SendResult> unnamed = Collections.nCopies(messages, new SendResult.Later("not answered"));
    SendResult[] fates = unnamed.toArray(SendResult[]::new);
    answer.successful().forEach(it -> fates[Integer.parseInt(it.id())] = new SendResult.Sent());
    answer.failed().forEach(it -> fates[Integer.parseInt(it.id())] = ServiceFaults.of(it.code()));
    return Stream.of(fates).toList();
  }

  private SendMessageBatchRequestEntry entry(int index, OutboxMessage message) {
    SendMessageBatchRequestEntry.Builder entry =
        SendMessageBatchRequestEntry.builder()
            .id(Integer.toString(index))
            .messageBody(message.outgoing().body())
            .messageAttributes(attributes(message));
    return queue.isFifo()
        ? entry.messageGroupId(message.lane()).messageDeduplicationId(message.id()).build()
        : entry.build();
  }

  private static Map<String, MessageAttributeValue> attributes(OutboxMessage message) {
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    message.outgoing().attributes().forEach((name, value) -> attributes.put(name, text(value)));
    attributes.put(OutboxLimits.ID_ATTRIBUTE, text(message.id()));
    return attributes;
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }
}
