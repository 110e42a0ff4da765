package dev.effectivelyonce.local.sns;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.local.template.FilterPolicy;
import java.math.BigDecimal;
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
  /** The most bytes of a publication, and of a batch. */
  static final int LARGEST = 256 * 1024;

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A message attribute.
   *
   * @param value of type Binary in base64
   */
  record Attribute(String type, String value) {
    boolean isBinary() {
      return type.startsWith("Binary");
    }

    private MessageAttributeValue sqs() {
      MessageAttributeValue.Builder sqs = MessageAttributeValue.builder().dataType(type);
      return isBinary()
          ? sqs.binaryValue(SdkBytes.fromByteArray(Base64.getDecoder().decode(value))).build()
          : sqs.stringValue(value).build();
    }

    /** What a filter policy compares; bytes are nothing to it. */
    private JsonNode json() {
      return switch (type) {
        case "Number" -> DecimalNode.valueOf(new BigDecimal(value));
        case "String.Array", "Number.Array" -> Publication.json(value);
        default -> isBinary() ? MissingNode.getInstance() : TextNode.valueOf(value);
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
    Publication publication =
        new Publication(
            request.text("Message").orElseThrow(() -> Refusal.invalid("Empty message")),
            request.text("Subject"),
            attributes,
            request.text("MessageGroupId"),
            request.text("MessageDeduplicationId"));
    if (publication.size() > LARGEST) {
      throw Refusal.invalid("Message too long");
    }
    return publication;
  }

  private static Attribute attribute(Parameters entry) {
    String name = entry.required("Name");
    String type = entry.text("Value.DataType").orElse("");
    Optional<String> value =
        entry.text("Value.StringValue").or(() -> entry.text("Value.BinaryValue"));
    if (!type.matches("(String|Number|Binary)(\\..+)?") || value.isEmpty()) {
      throw badAttribute(name + " needs a value, and a type String, Number or Binary");
    }
    try {
      Attribute attribute = new Attribute(type, value.get());
      attribute.json();
      attribute.sqs();
      return attribute;
    } catch (IllegalArgumentException e) {
      throw badAttribute(name + " has no value of its type");
    }
  }

  private static Refusal badAttribute(String problem) {
    return new Refusal("ParameterValueInvalid", "The message attribute " + problem);
  }

  Publication withDeduplicationId(String id) {
    return new Publication(message, subject, attributes, groupId, Optional.of(id));
  }

  Map<String, MessageAttributeValue> sqsAttributes() {
    return attributes.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().sqs()));
  }

  /** Returns the bytes that SNS counts. */
  int size() {
    return bytes(message)
        + attributes.entrySet().stream()
            .mapToInt(it -> bytes(it.getKey() + it.getValue().type() + it.getValue().value()))
            .sum();
  }

  private static int bytes(String text) {
    return text.getBytes(UTF_8).length;
  }

  /** Returns whether a policy lets it through. Without any attributes one of attributes does not. */
  boolean matches(FilterPolicy policy) {
    return switch (policy.scope()) {
      case ATTRIBUTES -> !attributes.isEmpty() && policy.matches(attributesAsJson());
      case BODY -> json(message).isObject() && policy.matches(json(message));
    };
  }

  private ObjectNode attributesAsJson() {
    ObjectNode all = JSON.createObjectNode();
    attributes.forEach(
        (name, attribute) -> {
          JsonNode value = attribute.json();
          if (!value.isMissingNode()) {
            all.set(name, value);
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
