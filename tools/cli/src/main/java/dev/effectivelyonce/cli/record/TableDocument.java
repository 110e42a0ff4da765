package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.ScreenDocument;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordTable;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Scanned;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The layout of a list of records. */
record TableDocument(RecordTable table, Move.Words words) implements ScreenDocument {
  private static final int INDENT = 11;

  @Override
  public String text(Screen screen) {
    StringBuilder text = new StringBuilder();
    table.records().forEach(view -> text.append(text(view, screen)));
    text.append(
        "%s %s%s\n"
            .formatted(
                table.records().size(),
                table.what().counted(),
                table.isCut() ? ", and maybe more" : ""));
    table.scanned().ifPresent(it -> text.append(text(it)));
    return table.note().isEmpty()
        ? text.toString()
        : text.append(Output.oneLine(table.note())).append('\n').toString();
  }

  static String line(RecordView view) {
    return text(view, Screen.NONE);
  }

  private static String text(RecordView view, Screen screen) {
    List<Cell> cells =
        Stream.of(
                Optional.of(
                    new Cell("%-9s".formatted(view.state()), RecordDocument.mark(view.state()))),
                Optional.of(
                    Cell.of(view.record().map(it -> it.stamp().at().toString()).orElse("-"))),
                Optional.of(Cell.of(view.id().value())),
                Optional.of(Cell.of("attempt " + view.record().map(it -> it.attempt()).orElse(0))),
                view.record().flatMap(it -> it.error()).map(why -> Cell.of(why.text())))
            .flatMap(Optional::stream)
            .toList();
    return screen.row(cells, INDENT);
  }

  private static String text(Scanned scanned) {
    return String.format(
        Locale.ROOT,
        "%s, %,d records for %,d read units%s\n",
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
