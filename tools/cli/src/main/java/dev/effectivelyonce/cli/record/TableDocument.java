package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordTable;
import dev.effectivelyonce.operations.record.RecordView;

/** The layout of a list of records. */
record TableDocument(RecordTable table, Move.Words words) implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    table.records().forEach(view -> text.append(line(view)));
    text.append(
        "%d %s%s\n"
            .formatted(
                table.records().size(),
                table.what().counted(),
                table.isCut() ? ", and maybe more" : ""));
    return table.note().isEmpty()
        ? text.toString()
        : text.append(table.note()).append('\n').toString();
  }

  static String line(RecordView view) {
    return "%-10s %s  %s  attempt %d%s\n"
        .formatted(
            view.state(),
            view.record().map(it -> it.stamp().at().toString()).orElse("-"),
            view.id(),
            view.record().map(it -> it.attempt()).orElse(0),
            view.record().flatMap(it -> it.error()).map(why -> "  " + why).orElse(""));
  }

  @Override
  public ObjectNode json() {
    return table.json(words);
  }
}
