package dev.effectivelyonce.operations.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;

/**
 * Something that is not known.
 *
 * @param what such as "the metrics of orders"
 * @param why without a full stop
 * @param remedy without a full stop
 */
public record Gap(String what, String why, String remedy) {
  ObjectNode json() {
    return Json.with("what", what).and("why", why).and("remedy", remedy).node();
  }
}
