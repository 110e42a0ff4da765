package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A list of records.
 *
 * @param what was asked for
 * @param records oldest change first
 * @param limit how many were asked for at most
 * @param unreadable why each listed record that can't be read can't be
 * @param unlisted what this list never has; empty if it has all
 * @param scanned how much of the table was read for it; empty if the index was
 */
public record RecordTable(
    RecordFilter what,
    List<RecordView> records,
    int limit,
    List<String> unreadable,
    String unlisted,
    Optional<Scanned> scanned) {
  /** Returns it for programs, with what to do next in these words. */
  public ObjectNode json(Move.Words words) {
    return Json.with("list", what)
        .and("count", records.size())
        .and("limitReached", isCut())
        .and("note", note())
        .ifPresent("scanned", scanned.map(Scanned::json))
        .and("records", records.stream().map(view -> view.json(words)).toList())
        .node();
  }

  /** Returns what the list can't show, in sentences; empty if nothing. */
  public String note() {
    return Stream.concat(unreadable.stream().map(it -> it + "."), Stream.of(unlisted))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** Returns whether there may be more. */
  public boolean isCut() {
    return records.size() >= limit;
  }
}
