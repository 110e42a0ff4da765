package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.simulation.queue.Received;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One invocation and its batch.
 *
 * @param batch its messages
 * @param began when it began, in true time
 */
public record Invocation(String id, List<Received> batch, Instant began, Instant deadline)
    implements Environments.Run {

  SQSEvent event(String sourceArn) {
    SQSEvent event = new SQSEvent();
    event.setRecords(batch.stream().map(received -> message(received, sourceArn)).toList());
    return event;
  }

  private static SQSMessage message(Received received, String sourceArn) {
    SQSMessage message = new SQSMessage();
    message.setMessageId(received.id());
    message.setReceiptHandle(received.receipt());
    message.setBody(received.body());
    message.setEventSource("aws:sqs");
    message.setEventSourceArn(sourceArn);
    Map<String, MessageAttribute> texts = new HashMap<>();
    received.draft().attributes().forEach((name, text) -> texts.put(name, attribute(text)));
    message.setMessageAttributes(texts);
    Map<String, String> attributes = new HashMap<>();
    attributes.put("ApproximateReceiveCount", Integer.toString(received.receives()));
    attributes.put("SentTimestamp", Long.toString(received.sentAt().toEpochMilli()));
    received.draft().group().ifPresent(group -> attributes.put("MessageGroupId", group));
    message.setAttributes(attributes);
    return message;
  }

  private static MessageAttribute attribute(String text) {
    MessageAttribute attribute = new MessageAttribute();
    attribute.setDataType("String");
    attribute.setStringValue(text);
    return attribute;
  }

  static Set<String> failed(SQSBatchResponse response) {
    Set<String> failed = new HashSet<>();
    for (BatchItemFailure failure : response.getBatchItemFailures()) {
      failed.add(failure.getItemIdentifier());
    }
    return failed;
  }
}
