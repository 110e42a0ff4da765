package dev.effectivelyonce.architecture;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that names tests has those that exist, and each page it is about leads to it. */
class ProofByPageTest {
  private static final Pattern TEST =
      Pattern.compile("`(?:\\w+/)?(\\w+(?:Test|IT|Contract|Sample))(?:\\.\\w+)?`");
  private static final Pattern ABOUT = Pattern.compile("The page: \\[[^]]+]\\(([a-z-]+\\.md)\\)");

  private static final Set<String> SOURCES =
      Project.sources().stream().map(it -> it.getFileName().toString()).collect(toSet());

  private final String page = Project.text(Project.ROOT.resolve("docs/proof-by-page.md"));

  @Test
  void eachTestOfThePageExists() {
    assertThat(tests(page)).hasSizeGreaterThan(90);
    assertThat(tests(page).stream().filter(it -> !SOURCES.contains(it + ".java"))).isEmpty();
    assertThat(tests("| a promise | `NoSuchTest`, `sqs/HeartbeatTest` |"))
        .containsExactlyInAnyOrder("NoSuchTest", "HeartbeatTest");
  }

  @Test
  void eachSectionIsAboutAPageThatLeadsToIt() {
    assertThat(sections())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            section -> {
              String anchor = section.lines().findFirst().orElseThrow().toLowerCase(Locale.ROOT);
              assertThat(ABOUT.matcher(section).results().map(it -> it.group(1)))
                  .singleElement()
                  .satisfies(
                      it ->
                          assertThat(Project.text(Project.ROOT.resolve("docs").resolve(it)))
                              .contains("(proof-by-page.md#" + anchor.replace(' ', '-') + ")"));
            });
  }

  private List<String> sections() {
    return Arrays.stream(page.split("\n## ", -1)).skip(1).toList();
  }

  private static Set<String> tests(String text) {
    return TEST.matcher(text).results().map(it -> it.group(1)).collect(toSet());
  }
}
