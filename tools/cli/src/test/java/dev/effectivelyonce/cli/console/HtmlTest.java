package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.replay.ReplayFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HtmlTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/effectivelyonce/cli/console");
  private static final Pattern TEMPLATE =
      Pattern.compile("Html\\.of\\(\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|\"\"\"[\\s\\S]*?\"\"\")\\s*[,)]");

  @Test
  void aValueIsTextAndAPlaceInItIsNone() {
    assertThat(Html.of("<p title=\"{}\">{} {}", "\"'", "<b>{}&amp;", Html.of("<i>{}", 1_000)))
        .isEqualTo(new Html("<p title=\"&quot;&#39;\">&lt;b&gt;{}&amp;amp; <i>1,000"));
  }

  @Test
  void onlyALinkIsAnAddress() {
    assertThatThrownBy(() -> Html.of("<a href=\"{}\">", "javascript:alert(1)"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Html.of("<a href=\"{}\">", Link.toLetter("a&b", "\"><script>")).markup())
        .isEqualTo("<a href=\"letter?consumer=a%26b&amp;id=%22%3E%3Cscript%3E\">");
  }

  @Test
  void whatIsAbsentIsADash() {
    assertThat(Html.of("{} {}", Optional.empty(), Optional.of("<")).markup()).isEqualTo("- &lt;");
  }

  /** A template that is not a constant could have a text of a message in it. */
  @Test
  void everyTemplateIsAConstant() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        assertThat(file.endsWith("Html.java") || !Files.readString(file).contains("new Html("))
            .as("%s", file)
            .isTrue();
        assertThat(isOfConstants(Files.readString(file))).as("%s", file).isTrue();
      }
    }
    assertThat(isOfConstants("Html.of(\"<p>{}\", message)")).isTrue();
    assertThat(isOfConstants("Html.of(\"<p>\" + message)")).isFalse();
    assertThat(isOfConstants("Html.of(message, \"<p>\")")).isFalse();
  }

  private static boolean isOfConstants(String source) {
    long templates = Pattern.compile("Html.of(", Pattern.LITERAL).matcher(source).results().count();
    return TEMPLATE.matcher(source).results().count() == templates;
  }

  @Test
  void jsonIsInLinesAndKeepsItsNumbersAndRepeatedMembers() {
    assertThat(Indented.of("{\"a\":1.10,\"a\":1e400,\"b\":[]}", 1_000))
        .isEqualTo("{\n  \"a\" : 1.10,\n  \"a\" : 1e400,\n  \"b\" : [ ]\n}");
    assertThat(Indented.of("{\"a\":", 1_000)).isEqualTo("{\"a\":");
    assertThat(Indented.of("no json", 1_000)).isEqualTo("no json");
  }

  @Test
  void deepJsonMakesNoPageWithoutEnd() {
    String deep = "[".repeat(900) + "1,".repeat(100_000) + "1" + "]".repeat(900);

    assertThat(Indented.of(deep, 10_000).length()).isBetween(10_000, 1_000_000);
  }

  @Test
  void everyDecisionHasASentenceOfItsOwn() {
    List<String> sentences =
        ReplayFilter.labels().stream().map(DecisionWords::of).distinct().toList();

    assertThat(sentences)
        .hasSameSizeAs(ReplayFilter.labels())
        .doesNotContain("A replay leaves it.");
  }
}
