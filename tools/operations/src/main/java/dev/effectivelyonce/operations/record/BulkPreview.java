package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a selection comes to before anything is done to it.
 *
 * @param selection which records were asked for
 * @param asOf when
 * @param found which there are, each with the time of its last write
 * @param sample the oldest of them
 * @param last the latest of them; empty if there is none
 * @param unreadable how many listed records this release can't read; they are left
 */
public record BulkPreview(
    Selection selection,
    Instant asOf,
    Map<RecordId, Instant> found,
    List<RecordView> sample,
    Optional<RecordView> last,
    int unreadable) {
  /** Copies what was found. */
  public BulkPreview {
    found = Map.copyOf(found);
    sample = List.copyOf(sample);
  }

  /** Returns it for programs, with what to do next in these words. */
  public ObjectNode json(Move.Words words) {
    return Json.with("consumer", selection.consumer().name())
        .and("list", selection.state())
        .and("asOf", asOf)
        .and("count", count())
        .and("limitReached", isCut())
        .and("unreadable", unreadable)
        .and("sample", sample.stream().map(it -> it.json(words)).toList())
        .and("last", last.map(it -> it.json(words)))
        .node();
  }

  /** Returns how many there are. */
  public int count() {
    return found.size();
  }

  /** Returns whether a record is one of those that were found, and was not written since. */
  boolean covers(IdempotencyRecord record) {
    return record.stamp().at().equals(found.get(record.id())) && selection.includes(record, asOf);
  }

  /** Returns whether there may be more. */
  public boolean isCut() {
    return count() >= selection.limit();
  }
}
