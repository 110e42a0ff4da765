package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * A list of records.
 *
 * @param what was asked for
 * @param records oldest change first
 * @param limit how many were asked for at most
 * @param note what the list can't show; empty if nothing
 * @param scanned how much of the table was read for it; empty if the index was
 */
public record RecordTable(
    RecordFilter what,
    List<RecordView> records,
    int limit,
    String note,
    Optional<Scanned> scanned) {
  /** Returns it for programs, with what to do next in these words. */
  public ObjectNode json(Move.Words words) {
    return Json.with("list", what)
        .and("count", records.size())
        .and("limitReached", isCut())
        .and("note", note)
        .ifPresent("scanned", scanned.map(Scanned::json))
        .and("records", records.stream().map(view -> view.json(words)).toList())
        .node();
  }

  /** Returns whether there may be more. */
  public boolean isCut() {
    return records.size() >= limit;
  }
}
