package dev.effectivelyonce.cli.output;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What texts are shown on.
 *
 * @param columns how wide it is; {@link Integer#MAX_VALUE} where the text is not for a screen
 * @param hasColours whether colours are shown: on a terminal, unless {@code NO_COLOR} is set
 */
public record Screen(int columns, boolean hasColours) {
  private static final String END = "\u001b[0m";

  /** The marks of a screen, which alone may pass to a terminal. */
  private static final Pattern MARKS =
      Pattern.compile(
          Stream.concat(
                  Stream.of(Mark.values()).filter(it -> it != Mark.NONE).map(Mark::begin),
                  Stream.of(END))
              .map(Pattern::quote)
              .collect(Collectors.joining("|")));

  /** What programs read, and files keep. */
  public static final Screen NONE = new Screen(Integer.MAX_VALUE, false);

  /** What a text stands for, and its colour. */
  public enum Mark {
    /** Needs somebody. */
    BAD("31"),
    /** May need somebody. */
    FAILED_AND_HELD("33"),
    /** A heading. */
    HEADING("1"),
    /** Nothing special. */
    NONE("");

    private final String code;

    Mark(String code) {
      this.code = code;
    }

    private String begin() {
      return "\u001b[" + code + "m";
    }
  }

  /**
   * A text in a table.
   *
   * @param text on one line, without control characters
   * @param mark its colour
   */
  public record Cell(String text, Mark mark) {
    /** Takes a text of any kind. */
    public Cell {
      text = Output.oneLine(text);
    }

    /** A text without a colour. */
    public static Cell of(String text) {
      return new Cell(text, Mark.NONE);
    }
  }

  /** Returns the text in the colour of the mark; control characters in it are shown. */
  public String marked(String text, Mark mark) {
    String shown = Output.visible(text);
    return hasColours && mark != Mark.NONE ? mark.begin() + shown + END : shown;
  }

  /** Returns a text in which all control characters are shown, but for the marks of a screen. */
  String shown(String text) {
    if (!hasColours) {
      return Output.visible(text);
    }
    StringBuilder shown = new StringBuilder();
    int begin = 0;
    for (Matcher mark = MARKS.matcher(text); mark.find(); begin = mark.end()) {
      shown.append(Output.visible(text.substring(begin, mark.start()))).append(mark.group());
    }
    return shown.append(Output.visible(text.substring(begin))).toString();
  }

  /**
   * Returns a row of a list that is longer than memory. A cell that does not fit behind the others
   * begins a line of its own, so many columns from the left. Nothing is cut.
   */
  public String row(List<Cell> cells, int indent) {
    StringBuilder row = new StringBuilder();
    int column = 0;
    for (Cell cell : cells) {
      boolean fits = column + Table.GAP.length() + cell.text().length() <= columns;
      if (column > 0) {
        row.append(fits ? Table.GAP : "\n" + " ".repeat(indent));
        column = fits ? column + Table.GAP.length() : indent;
      }
      row.append(marked(cell.text(), cell.mark()));
      column += cell.text().length();
    }
    return row.append('\n').toString();
  }

  /** Returns a table; where it does not fit, a block of lines for each row. Nothing is cut. */
  public String table(List<String> headings, List<List<Cell>> rows) {
    return new Table(this, headings, rows).text();
  }
}
