package dev.effectivelyonce.integration.stack;

import dev.effectivelyonce.integration.environment.LocalStack;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The event of an invocation that does not come from the queue, though it looks so. */
final class DirectEvent {
  private static final String ID_PREFIX = "direct-";

  private DirectEvent() {}

  static String of(String queueArn, List<Outgoing> messages) {
    return Json.text(
        Map.of("Records", messages.stream().map(message -> entry(queueArn, message)).toList()));
  }

  /** The business key in a message id of such an event. */
  static String key(String messageId) {
    return messageId.substring(ID_PREFIX.length());
  }

  private static Map<String, Object> entry(String queueArn, Outgoing message) {
    Map<String, Object> entry = new HashMap<>();
    entry.put("messageId", ID_PREFIX + message.key());
    entry.put("receiptHandle", "of no queue");
    entry.put("body", message.body());
    entry.put("attributes", attributes(message));
    entry.put("messageAttributes", messageAttributes(message));
    entry.put("eventSource", "aws:sqs");
    entry.put("eventSourceARN", queueArn);
    entry.put("awsRegion", LocalStack.REGION);
    return entry;
  }

  private static Map<String, String> attributes(Outgoing message) {
    Map<String, String> attributes = new HashMap<>(Map.of("ApproximateReceiveCount", "1"));
    message.group().ifPresent(group -> attributes.put("MessageGroupId", group));
    return attributes;
  }

  private static Map<String, Object> messageAttributes(Outgoing message) {
    return message
        .simulate()
        .<Map<String, Object>>map(
            fault -> Map.of("simulate", Map.of("stringValue", fault, "dataType", "String")))
        .orElse(Map.of());
  }
}
