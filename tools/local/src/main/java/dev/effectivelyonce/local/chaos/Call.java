package dev.effectivelyonce.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;

/**
 * A call of an engine.
 *
 * @param operation as AWS names it
 * @param body the request
 */
record Call(String operation, JsonNode body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param target the header {@code X-Amz-Target}: service and operation
   */
  static Call of(String target, byte[] body) {
    return new Call(target.substring(target.lastIndexOf('.') + 1), json(body));
  }

  static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  String table() {
    return body.path("TableName").asText();
  }
}
