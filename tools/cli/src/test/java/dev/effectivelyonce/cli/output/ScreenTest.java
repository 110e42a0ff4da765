package dev.effectivelyonce.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.Screen.Mark;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private static final List<String> HEADINGS = List.of("NAME", "DEAD");
  private static final List<List<Cell>> ROWS =
      List.of(
          List.of(Cell.of("orders"), new Cell("12", Mark.BAD)),
          List.of(Cell.of("payments"), Cell.of("0")));

  @Test
  void aTableThatFitsIsLinesWithNothingBehindTheLastColumn() {
    assertThat(new Screen(14, false).table(HEADINGS, ROWS))
        .isEqualTo(
            """
            NAME      DEAD
            orders    12
            payments  0
            """);
  }

  @Test
  void aTableThatDoesNotFitIsABlockForEachRow() {
    assertThat(new Screen(13, false).table(HEADINGS, ROWS))
        .isEqualTo(
            """
            NAME  orders
            DEAD  12

            NAME  payments
            DEAD  0
            """);
  }

  @Test
  void aRowThatDoesNotFitGoesOnBelow() {
    List<Cell> cells = List.of(Cell.of("orders"), new Cell("12", Mark.BAD), Cell.of("dead"));

    assertThat(new Screen(16, true).row(cells, 2))
        .isEqualTo("orders  \u001b[31m12\u001b[0m  dead\n");
    assertThat(new Screen(15, false).row(cells, 2)).isEqualTo("orders  12\n  dead\n");
    assertThat(new Screen(4, false).row(cells, 2)).isEqualTo("orders\n  12\n  dead\n");
  }

  @Test
  void coloursMarkTheTextAndNotTheSpace() {
    String lines = new Screen(80, true).table(HEADINGS, ROWS);

    assertThat(lines).contains("\u001b[1mNAME\u001b[0m      ", "\u001b[31m12\u001b[0m\n");
    assertThat(lines.lines().toList().getLast()).isEqualTo("payments  0");
  }

  @Test
  void whatAMessageSaysChangesNothingOnAScreen() {
    Screen screen = new Screen(80, true);
    StringWriter shown = new StringWriter();
    PrintWriter writer = new PrintWriter(shown);

    new Output(writer, writer, Format.text, screen).result(hostile(screen));

    assertThat(shown)
        .hasToString(
            """
            \u001b[31ma\\u001b[2J\u001b[0m
            \u001b[1mNAME\u001b[0m
            b\\n\\u001b[31m
            \\u001b]0;c
            """);
  }

  private static Document hostile(Screen screen) {
    return new Document() {
      @Override
      public String text() {
        return screen.marked("a\u001b[2J", Mark.BAD)
            + "\n"
            + screen.table(List.of("NAME"), List.of(List.of(Cell.of("b\n\u001b[31m"))))
            + "\u001b]0;c\n";
      }

      @Override
      public String text(Screen ignored) {
        return text();
      }

      @Override
      public JsonNode json() {
        return NullNode.instance;
      }
    };
  }

  @Test
  void whatIsNotForAScreenHasNoColours() {
    assertThat(Screen.NONE.marked("12", Mark.BAD)).isEqualTo("12");
  }
}
