package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;

/**
 * How much of a table was read.
 *
 * @param records how many records, of all consumers
 * @param readUnits what that used of the table's capacity
 * @param isWhole whether it was all of it
 */
public record Scanned(long records, double readUnits, boolean isWhole) {
  ObjectNode json() {
    return Json.with("records", records).and("readUnits", readUnits).and("whole", isWhole).node();
  }
}
