package dev.effectivelyonce.local.sns;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * A publication that a topic has taken.
 *
 * @param sequenceNumber that of a FIFO topic
 */
record Notification(
    String topicArn,
    String messageId,
    Optional<String> sequenceNumber,
    Instant at,
    Publication publication) {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** Not a real signature, because only SNS has the key. The addresses lead nowhere either. */
  private static final String SIGNATURE = "bm90IHNpZ25lZA==";

  private static final String NOWHERE = "https://sns.invalid/";

  /** Returns what SNS sends. The messages of a FIFO topic are not signed. */
  String json(String subscriptionArn) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("Type", "Notification").put("MessageId", messageId);
    sequenceNumber.ifPresent(number -> json.put("SequenceNumber", number));
    json.put("TopicArn", topicArn);
    publication.subject().ifPresent(subject -> json.put("Subject", subject));
    json.put("Message", publication.message()).put("Timestamp", TIMESTAMP.format(at));
    if (sequenceNumber.isEmpty()) {
      json.put("SignatureVersion", "1")
          .put("Signature", SIGNATURE)
          .put("SigningCertURL", NOWHERE + "SimpleNotificationService.pem");
    }
    json.put("UnsubscribeURL", NOWHERE + "?Action=Unsubscribe&SubscriptionArn=" + subscriptionArn);
    if (!publication.attributes().isEmpty()) {
      ObjectNode attributes = json.putObject("MessageAttributes");
      publication
          .attributes()
          .forEach(
              (name, attribute) ->
                  attributes
                      .putObject(name)
                      .put("Type", attribute.type())
                      .put("Value", attribute.value()));
    }
    return json.toPrettyString();
  }
}
