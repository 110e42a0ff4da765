package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordTable;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Scanned;

/** The layout of a list of records. */
record TableDocument(RecordTable table, Move.Words words) implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    for (RecordView view : table.records()) {
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
        "%d %s%s\n"
            .formatted(
                table.records().size(),
                table.what().counted(),
                table.isCut() ? ", and maybe more" : ""));
    table.scanned().ifPresent(it -> text.append(text(it)));
    return table.note().isEmpty()
        ? text.toString()
        : text.append(table.note()).append('\n').toString();
  }

  private static String text(Scanned scanned) {
    return "%s, %,d records for %,d read units%s\n"
        .formatted(
            scanned.isWhole() ? "Read the whole table" : "Read a part of the table",
            scanned.records(),
            Math.round(scanned.readUnits()),
            scanned.isWhole() ? "" : ": there may be older ones");
  }

  @Override
  public ObjectNode json() {
    return table.json(words);
  }
}
