package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BodyDiffTest {
  @Test
  void membersThatChangeAreShownWithTheirNeighbours() {
    assertThat(
            BodyDiff.lines(
                "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6}",
                "{\"a\":1,\"b\":2,\"c\":3,\"d\":\"4\",\"e\":5,\"f\":6}"))
        .containsExactly(
            "    \"a\" : 1,",
            "    \"b\" : 2,",
            "    \"c\" : 3,",
            "-   \"d\" : 4,",
            "+   \"d\" : \"4\",",
            "    \"e\" : 5,",
            "    \"f\" : 6",
            "  }");
  }

  @Test
  void changesFarApartLeaveTheLinesBetweenThemAsTheyAre() {
    assertThat(BodyDiff.lines("a\nx\nx\nb", "c\nx\nx\nd"))
        .containsExactly("- a", "+ c", "  x", "  x", "- b", "+ d");
  }

  @Test
  void linesThatGoAndLinesThatAreNewAreShown() {
    assertThat(BodyDiff.lines("a\nb\nc", "a\nc")).containsExactly("  a", "- b", "  c");
    assertThat(BodyDiff.lines("a\nc", "a\nb\nc")).containsExactly("  a", "+ b", "  c");
    assertThat(BodyDiff.lines("", "a")).containsExactly("+ a");
  }

  @Test
  void aChangeThatJsonDoesNotShowIsShownAsItIsWritten() {
    assertThat(BodyDiff.lines("{\"a\":\"A\"}", "{ \"a\":\"A\"}"))
        .containsExactly("- {\"a\":\"A\"}", "+ { \"a\":\"A\"}");
    assertThat(BodyDiff.lines("{\"a\":\"A\"}", "{\"a\":\"\\u0041\"}"))
        .containsExactly("- {\"a\":\"A\"}", "+ {\"a\":\"\\u0041\"}");
  }

  @Test
  void theLastLineBreakIsALine() {
    assertThat(BodyDiff.lines("a\n", "a")).containsExactly("  a", "- ");
  }

  @Test
  void whatCannotBeSeenIsMarked() {
    assertThat(BodyDiff.of("O-1\nx\n", "O-1\u00a0\n\u200bx \ufeff\n \n").markup())
        .contains(
            "- O-1\n- x\n+ O-1&lt;U+00A0&gt;\n+ &lt;U+200B&gt;x &lt;U+FEFF&gt;\n+ &lt;U+0020&gt;\n",
            "stands for a character that can&#39;t be seen");
    assertThat(BodyDiff.of("a b\n\n", "a c\n\n").markup()).doesNotContain("U+");
  }

  @Test
  void numbersAreComparedAsTheyAreWritten() {
    assertThat(BodyDiff.lines("[1.0]", "[1.00]")).containsExactly("- [ 1.0 ]", "+ [ 1.00 ]");
  }

  @Test
  void aBodyThatIsNoJsonIsComparedLineByLine() {
    assertThat(BodyDiff.lines("{", "{}")).containsExactly("- {", "+ { }");
  }

  /** So many members, as deep as that, would take tens of megabytes in lines. */
  @Test
  void aBodyThatIsVeryDeepIsComparedAsItIsWritten() {
    String deep = "{\"a\":".repeat(900) + "{\n" + "\"b\":1,\n".repeat(10_000);

    assertThat(BodyDiff.lines(deep, deep.replaceFirst("1", "2")).subList(1, 4))
        .containsExactly("- \"b\":1,", "+ \"b\":2,", "  \"b\":1,");
  }

  @Test
  void manyDifferentLinesAreShownAsABlockAndCut() {
    String before = numbers(0, 2_000);
    String after = numbers(5_000, 2_000);

    List<String> lines = BodyDiff.lines(before, after);

    assertThat(lines).hasSize(4_000).startsWith("- n0", "- n1").endsWith("+ n6999");
    assertThat(BodyDiff.of(before, after).markup())
        .contains("- n399</code>", "3,600 more lines are not shown here")
        .doesNotContain("- n400");
  }

  private static String numbers(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(it -> "n" + it)
        .collect(Collectors.joining("\n"));
  }
}
