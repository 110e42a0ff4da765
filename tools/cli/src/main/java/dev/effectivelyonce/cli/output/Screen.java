package dev.effectivelyonce.cli.output;

import java.util.List;

/**
 * What texts are shown on.
 *
 * @param columns how wide it is; {@link Integer#MAX_VALUE} where the text is not for a screen
 * @param hasColours whether colours are shown: on a terminal, unless {@code NO_COLOR} is set
 */
public record Screen(int columns, boolean hasColours) {
  /** What programs read, and files keep. */
  public static final Screen NONE = new Screen(Integer.MAX_VALUE, false);

  /** What a text stands for, and its colour. */
  public enum Mark {
    /** Needs somebody. */
    BAD("31"),
    /** May need somebody. */
    DOUBTFUL("33"),
    /** A heading. */
    HEADING("1"),
    /** Nothing special. */
    NONE("");

    private final String code;

    Mark(String code) {
      this.code = code;
    }
  }

  /**
   * A text in a table.
   *
   * @param text on one line
   * @param mark its colour
   */
  public record Cell(String text, Mark mark) {
    /** A text without a colour. */
    public static Cell of(String text) {
      return new Cell(text, Mark.NONE);
    }
  }

  /** Returns the text in the colour of the mark. */
  public String marked(String text, Mark mark) {
    return hasColours && mark != Mark.NONE
        ? "\u001b[" + mark.code + "m" + text + "\u001b[0m"
        : text;
  }

  /** Returns a table; where it does not fit, a block of lines for each row. Nothing is cut. */
  public String table(List<String> headings, List<List<Cell>> rows) {
    return new Table(this, headings, rows).text();
  }
}
