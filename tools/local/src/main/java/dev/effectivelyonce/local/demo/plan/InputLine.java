package dev.effectivelyonce.local.demo.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One line of an input file: {@code {"queue","body","group"?,"duplicates"?}}.
 *
 * @param number its place in the file, from 1
 * @param body as it is sent
 * @param content the body as JSON; missing where it is none
 * @param group the message group, of payments
 * @param duplicates how many further copies are sent
 */
record InputLine(
    int number,
    DemoQueue queue,
    String body,
    JsonNode content,
    Optional<String> group,
    int duplicates) {
  private static final int MOST_DUPLICATES = 100;
  private static final Set<String> FIELDS = Set.of("queue", "body", "group", "duplicates");
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Reads a line.
   *
   * @throws InvalidInputException if it can't be sent; its text says why
   */
  static InputLine parse(int number, String text) {
    JsonNode line = json(text);
    check(line.isObject(), "is not a JSON object; write {\"queue\":\"orders\",\"body\":{...}}");
    Set<String> unknown = new TreeSet<>();
    line.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(FIELDS);
    check(
        unknown.isEmpty(),
        "has unknown fields " + unknown + "; known are queue, body, group, duplicates");
    DemoQueue queue = queue(line.path("queue"));
    String body = body(line.path("body"));
    JsonNode content = line.path("body").isTextual() ? lenient(body) : line.path("body");
    return new InputLine(
        number, queue, body, content, group(line, queue, content), duplicates(line));
  }

  /** The business key, where the body has one that its consumer can use. */
  Optional<String> key() {
    return Optional.of(content.path(queue.keyField()))
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .filter(key -> !key.isBlank());
  }

  /** The account of a payment. */
  Optional<String> account() {
    return Optional.of(content.path("accountId"))
        .filter(account -> queue == DemoQueue.PAYMENTS && account.isTextual())
        .map(JsonNode::asText)
        .filter(account -> !account.isBlank());
  }

  long amountCents() {
    return content.path(queue == DemoQueue.PAYMENTS ? "amountCents" : "totalCents").asLong();
  }

  private static DemoQueue queue(JsonNode queue) {
    return Optional.of(queue)
        .filter(JsonNode::isTextual)
        .flatMap(label -> DemoQueue.labelled(label.asText()))
        .filter(named -> named == DemoQueue.ORDERS || named == DemoQueue.PAYMENTS)
        .orElseThrow(
            () -> new InvalidInputException("needs \"queue\" to be \"orders\" or \"payments\""));
  }

  private static String body(JsonNode body) {
    check(!body.isMissingNode() && !body.isNull(), "needs a \"body\", a text or an object");
    String text = body.isTextual() ? body.asText() : body.toString();
    check(!text.isEmpty(), "has an empty body, which no queue takes");
    return text;
  }

  private static Optional<String> group(JsonNode line, DemoQueue queue, JsonNode content) {
    JsonNode group = line.path("group");
    if (queue == DemoQueue.ORDERS) {
      check(group.isMissingNode(), "has a group; the orders queue has none");
      return Optional.empty();
    }
    if (group.isMissingNode()) {
      String account = content.path("accountId").asText("");
      return Optional.of(account.isBlank() ? "demo" : account);
    }
    check(
        group.isTextual() && group.asText().matches("[!-~]{1,128}"),
        "needs \"group\" to be 1 to 128 printable characters without blanks");
    return Optional.of(group.asText());
  }

  private static int duplicates(JsonNode line) {
    JsonNode duplicates = line.path("duplicates");
    check(
        duplicates.isMissingNode()
            || (duplicates.isInt()
                && duplicates.asInt() >= 0
                && duplicates.asInt() <= MOST_DUPLICATES),
        "needs \"duplicates\" to be a whole number from 0 to " + MOST_DUPLICATES);
    return duplicates.asInt(0);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException("is not JSON: " + e.getOriginalMessage());
    }
  }

  /** A body may be anything; what it says matters only if it says something. */
  private static JsonNode lenient(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  private static void check(boolean valid, String problem) {
    if (!valid) {
      throw new InvalidInputException(problem);
    }
  }
}
