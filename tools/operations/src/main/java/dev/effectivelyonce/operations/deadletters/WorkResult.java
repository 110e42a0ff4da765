package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;
import java.nio.file.Path;

/**
 * What was done with letters.
 *
 * @param kind of work
 * @param consumer its name
 * @param file that the letters are in
 * @param saved how many were written into it
 * @param known how many were in it before
 * @param done of how many the work was done to its end
 * @param left how many were left since they are another queue's, or their records could not be read
 * @param pass over the queue
 */
public record WorkResult(
    WorkKind kind,
    String consumer,
    Path file,
    int saved,
    int known,
    int done,
    int left,
    Pass pass) {
  /** Returns how many are saved, and stay in the queue since a call failed. */
  public int failed() {
    return saved + known - done;
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("consumer", consumer);
    node.put("work", kind.name());
    node.put("file", file.toString());
    node.put("saved", saved);
    node.put("savedBefore", known);
    node.put("done", done);
    node.put("failed", failed());
    node.put("left", left);
    node.setAll(pass.json());
    return node;
  }
}
