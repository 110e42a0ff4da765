package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An error of DynamoDB, as its answer has it. */
final class Refusal extends RuntimeException {
  private static final String PREFIX = "com.amazonaws.dynamodb.v20120810#";

  private final transient ObjectNode body;

  private Refusal(String type, String message, ObjectNode body) {
    super(type + ": " + message, null, false, false);
    this.body = body.put("__type", PREFIX + type).put("message", message);
  }

  /** A request that is not understood, which AWS may understand. */
  static Refusal invalid(String message) {
    return new Refusal("ValidationException", message, empty());
  }

  static Refusal noTable(String name) {
    return new Refusal("ResourceNotFoundException", "There is no table " + name, empty());
  }

  static Refusal tableExists(String name) {
    return new Refusal("ResourceInUseException", "Table already exists: " + name, empty());
  }

  /**
   * @param body with the item that refused it, where it is asked for
   */
  static Refusal condition(ObjectNode body) {
    return new Refusal("ConditionalCheckFailedException", "The conditional request failed", body);
  }

  static Refusal cancelled(ArrayNode reasons) {
    return new Refusal(
        "TransactionCanceledException",
        "Transaction cancelled, please refer cancellation reasons for specific reasons",
        empty().set("CancellationReasons", reasons));
  }

  private static ObjectNode empty() {
    return JsonNodeFactory.instance.objectNode();
  }

  ObjectNode body() {
    return body;
  }
}
