package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Json;
import java.util.List;

/**
 * A list of records.
 *
 * @param what was asked for
 * @param records oldest change first
 * @param limit how many were asked for at most
 * @param note what the list can't show; empty if nothing
 */
record RecordTable(RecordFilter what, List<RecordView> records, int limit, String note)
    implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    for (RecordView view : records) {
      text.append(
          "%-10s %s  %s  attempt %d%s\n"
              .formatted(
                  view.state(),
                  view.record().map(it -> it.stamp().at().toString()).orElse("-"),
                  view.id(),
                  view.record().map(it -> it.attempt()).orElse(0),
                  view.record().flatMap(it -> it.error()).map(why -> "  " + why).orElse("")));
    }
    text.append(
        "%d %s%s\n".formatted(records.size(), what.counted(), isCut() ? ", and maybe more" : ""));
    return note.isEmpty() ? text.toString() : text.append(note).append('\n').toString();
  }

  @Override
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("list", what.name());
    node.put("count", records.size());
    node.put("limitReached", isCut());
    node.put("note", note);
    node.set("records", Json.array(records.stream().map(RecordView::json).toList()));
    return node;
  }

  private boolean isCut() {
    return records.size() >= limit;
  }
}
