package dev.effectivelyonce.local.sns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.local.template.FilterPolicy;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** What somebody publishes to a topic. */
record Publication(
    String message,
    Optional<String> subject,
    Map<String, Attribute> attributes,
    Optional<String> groupId,
    Optional<String> deduplicationId) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A message attribute.
   *
   * @param value of type Binary in base64
   */
  record Attribute(String type, String value) {
    private boolean isBinary() {
      return type.startsWith("Binary");
    }

    private MessageAttributeValue sqs() {
      var sqs = MessageAttributeValue.builder().dataType(type);
      return isBinary()
          ? sqs.binaryValue(SdkBytes.fromByteArray(Base64.getDecoder().decode(value))).build()
          : sqs.stringValue(value).build();
    }

    /** What a filter policy compares. */
    private JsonNode json() {
      return switch (type) {
        case "Number", "String.Array", "Number.Array" -> Publication.json(value);
        default -> TextNode.valueOf(value);
      };
    }
  }

  /** Reads one, and refuses what no topic takes. */
  static Publication of(Parameters request) {
    if (request.text("MessageStructure").isPresent()) {
      throw Refusal.invalid("MessageStructure Reason: not known to the local runner");
    }
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    request
        .entries("MessageAttributes.entry")
        .forEach(entry -> attributes.put(entry.required("Name"), attribute(entry)));
    return new Publication(
        request.required("Message"),
        request.text("Subject"),
        attributes,
        request.text("MessageGroupId"),
        request.text("MessageDeduplicationId"));
  }

  private static Attribute attribute(Parameters entry) {
    String type = entry.required("Value.DataType");
    String value =
        entry.text("Value.StringValue").orElseGet(() -> entry.required("Value.BinaryValue"));
    if (type.equals("Number") && !json(value).isNumber()) {
      throw new Refusal("ParameterValueInvalid", "A message attribute is no number: " + value);
    }
    return new Attribute(type, value);
  }

  Publication withDeduplicationId(String id) {
    return new Publication(message, subject, attributes, groupId, Optional.of(id));
  }

  Map<String, MessageAttributeValue> sqsAttributes() {
    return attributes.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().sqs()));
  }

  /**
   * Returns whether a policy lets it through. Without any attributes one of attributes does not.
   */
  boolean matches(FilterPolicy policy) {
    return switch (policy.scope()) {
      case ATTRIBUTES -> !attributes.isEmpty() && policy.matches(attributesAsJson());
      case BODY -> json(message).isObject() && policy.matches(json(message));
    };
  }

  /** Bytes are nothing to a policy. */
  private ObjectNode attributesAsJson() {
    ObjectNode all = JSON.createObjectNode();
    attributes.forEach(
        (name, attribute) -> {
          if (!attribute.isBinary()) {
            all.set(name, attribute.json());
          }
        });
    return all;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
