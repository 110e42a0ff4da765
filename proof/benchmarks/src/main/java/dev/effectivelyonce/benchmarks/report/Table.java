package dev.effectivelyonce.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table in Markdown that reads well on a console too. Its first columns are text, the others
 * figures.
 */
public final class Table {
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  private final int textColumns;

  /** Without rows yet. */
  public Table(int textColumns, String... header) {
    this.textColumns = textColumns;
    this.header = List.of(header);
  }

  /** A column, and what it says of a row. */
  public record Column<R>(String title, Function<R, String> cell) {}

  /** A table with a line for each row. */
  public static <R> String of(int textColumns, List<R> rows, List<Column<R>> columns) {
    Table table =
        new Table(textColumns, columns.stream().map(Column::title).toArray(String[]::new));
    rows.forEach(
        row -> table.row(columns.stream().map(it -> it.cell().apply(row)).toArray(String[]::new)));
    return table.markdown();
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException if it has another number of cells than the header
   */
  public Table row(String... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException("The row has " + cells.length + " cells");
    }
    rows.add(List.of(cells));
    return this;
  }

  /** The lines of the table, each with its end. */
  public String markdown() {
    StringBuilder text = new StringBuilder(line(header)).append(rule());
    rows.forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private String line(List<String> cells) {
    return IntStream.range(0, cells.size())
        .mapToObj(column -> padded(cells.get(column), column))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private String padded(String cell, int column) {
    String space = " ".repeat(width(column) - cell.length());
    return column < textColumns ? cell + space : space + cell;
  }

  private String rule() {
    return IntStream.range(0, header.size())
        .mapToObj(column -> "-".repeat(width(column) + 1) + (column < textColumns ? "-" : ":"))
        .collect(Collectors.joining("|", "|", "|\n"));
  }

  private int width(int column) {
    return Math.max(
        header.get(column).length(),
        rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
  }
}
