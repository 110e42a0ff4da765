package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.EnvelopeJson.Kind;
import dev.effectivelyonce.sqs.EnvelopeJson.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A notification of SNS. Its id, time and signature are new when an event is published again. */
final class SnsLayer implements Layer {
  private static final String NAME = "SNS";

  @Override
  public List<Content> open(Content content) {
    EnvelopeJson envelope = EnvelopeJson.of(NAME, content.text());
    if (!envelope.string("Type").equals("Notification")) {
      throw EnvelopeJson.unreadable(NAME, "its Type is not Notification");
    }
    return List.of(
        content.inside(
            envelope.string("Message"), envelope.string("MessageId"), attributes(envelope)));
  }

  private static Map<String, String> attributes(EnvelopeJson envelope) {
    Map<String, String> attributes = new HashMap<>();
    envelope
        .get("MessageAttributes", Kind.OBJECT)
        .map(text -> EnvelopeJson.of(NAME, text).members())
        .orElse(Map.of())
        .forEach((name, value) -> put(attributes, name, value));
    return attributes;
  }

  /** Leaves out those that are bytes, as with SQS's own attributes. */
  private static void put(Map<String, String> attributes, String name, Part value) {
    if (value.kind() != Kind.OBJECT) {
      throw EnvelopeJson.unreadable(NAME, "a message attribute is no object");
    }
    EnvelopeJson attribute = EnvelopeJson.of(NAME, value.text());
    if (!attribute.string("Type").equals("Binary")) {
      attributes.put(name, attribute.string("Value"));
    }
  }
}
