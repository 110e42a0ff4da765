package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.operations.problem.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What became of a selection.
 *
 * @param matched how many records the preview had found
 * @param done to how many it was done
 * @param left how many were left as they are
 * @param details the first of those that were left
 * @param end why it ended
 * @param problem what could not be used; empty unless it ended by that
 */
public record BulkResult(
    int matched, int done, int left, List<Left> details, End end, Optional<Problem> problem) {
  /** How many of the records that were left are named. */
  static final int DETAILS = 100;

  /** Why a run ended. */
  public enum End {
    /** No record was left to look at. */
    ALL,
    /** The limit was reached. */
    LIMIT,
    /** An interrupt; another run goes on from there. */
    INTERRUPTED,
    /** The table could not be used, or a right was missing; another run goes on from there. */
    FAULT
  }

  /**
   * A record that was left as it is.
   *
   * @param record which; empty where this release can't read it, and the problem names it
   * @param problem why, without a full stop
   */
  public record Left(Optional<RecordId> record, String problem) {}

  /** Returns it for programs. */
  public ObjectNode json() {
    return Json.with("matched", matched)
        .and("done", done)
        .and("left", left)
        .and("endedBy", end)
        .and("problem", problem.map(Problem::problem))
        .and("leftRecords", details.stream().map(BulkResult::json).toList())
        .node();
  }

  private static ObjectNode json(Left left) {
    return Json.with("recordId", left.record()).and("problem", left.problem()).node();
  }
}
