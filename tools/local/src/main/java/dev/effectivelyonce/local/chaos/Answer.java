package dev.effectivelyonce.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** An engine's answer. */
record Answer(int status, JsonNode body) {
  static final Answer NONE = new Answer(0, MissingNode.getInstance());

  boolean isSuccess() {
    return status == 200;
  }
}
