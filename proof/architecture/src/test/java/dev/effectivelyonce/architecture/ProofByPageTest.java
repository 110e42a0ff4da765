package dev.effectivelyonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each page that the page of proof is about leads to it. */
class ProofByPageTest {
  private static final Pattern ABOUT = Pattern.compile("The page: \\[[^]]+]\\(([a-z-]+\\.md)\\)");

  private final String page = Project.text(Project.ROOT.resolve("docs/proof-by-page.md"));

  @Test
  void eachSectionIsAboutAPageThatLeadsToIt() {
    assertThat(sections())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            section -> {
              String title = section.lines().findFirst().orElseThrow();
              String anchor = title.toLowerCase(Locale.ROOT).replaceAll("[^\\w ]", "");
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
}
