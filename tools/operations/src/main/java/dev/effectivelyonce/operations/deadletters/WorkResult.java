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
    ObjectNode node =
        Json.with("consumer", consumer)
            .and("work", kind)
            .and("file", file)
            .and("saved", saved)
            .and("savedBefore", known)
            .and("done", done)
            .and("failed", failed())
            .and("left", left)
            .node();
    return node.setAll(pass.json());
  }
}
