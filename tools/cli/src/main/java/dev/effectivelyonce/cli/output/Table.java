package dev.effectivelyonce.cli.output;

import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.Screen.Mark;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The layout of a table. */
record Table(Screen screen, List<String> headings, List<List<Cell>> rows) {
  static final String GAP = "  ";

  String text() {
    int[] widths = IntStream.range(0, headings.size()).map(this::width).toArray();
    int whole = IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
    return whole <= screen.columns() ? lines(widths) : blocks();
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> row.get(column).text().length())
        .reduce(headings.get(column).length(), Math::max);
  }

  private String lines(int[] widths) {
    List<Cell> heading = headings.stream().map(it -> new Cell(it, Mark.HEADING)).toList();
    return line(heading, widths)
        + rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  /** Spaces stand outside of the colours. The last column has none behind it. */
  private String line(List<Cell> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      Cell cell = cells.get(column);
      line.append(column == 0 ? "" : GAP).append(screen.marked(cell.text(), cell.mark()));
      if (column < widths.length - 1) {
        line.append(" ".repeat(widths[column] - cell.text().length()));
      }
    }
    return line.append('\n').toString();
  }

  private String blocks() {
    int width = headings.stream().mapToInt(String::length).max().orElse(0);
    return rows.stream().map(row -> block(row, width)).collect(Collectors.joining("\n"));
  }

  private String block(List<Cell> row, int width) {
    return IntStream.range(0, headings.size())
        .mapToObj(
            column ->
                screen.marked(headings.get(column), Mark.HEADING)
                    + " ".repeat(width - headings.get(column).length())
                    + GAP
                    + screen.marked(row.get(column).text(), row.get(column).mark())
                    + "\n")
        .collect(Collectors.joining());
  }
}
