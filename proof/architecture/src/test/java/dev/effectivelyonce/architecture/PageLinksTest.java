package dev.effectivelyonce.architecture;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each link of a page leads to a file and, where it names one, to a heading; each test exists. */
class PageLinksTest {
  private static final Pattern NOT_READ =
      Pattern.compile("<!--.*?-->|(?m:^```.*?^```)", Pattern.DOTALL);
  private static final Pattern LINK =
      Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern TEST =
      Pattern.compile("`(?:\\w+/)?(\\w+[a-z](?:Test|IT|Contract|Sample))(?:\\.(\\w+))?`");

  private static final Map<String, String> SOURCES =
      Project.sources().stream()
          .collect(toMap(it -> it.getFileName().toString(), Project::text, String::concat));

  @Test
  void eachLinkLeadsToAFileAndAHeading() {
    assertThat(pages().flatMap(page -> brokenIn(page, Project.text(page)))).isEmpty();
  }

  @Test
  void eachTestThatAPageNamesExists() {
    assertThat(pages().flatMap(page -> unknownTestsIn(Project.text(page)))).isEmpty();
    assertThat(
            unknownTestsIn(
                "`NoTest`, `sqs/HeartbeatTest`, `PageLinksTest.no`,"
                    + " `PageLinksTest.noMergeHasLeftItsMarks`"))
        .containsExactly("`NoTest`", "`PageLinksTest.no`");
  }

  @Test
  void noMergeHasLeftItsMarks() {
    Pattern mark = Pattern.compile("(?m)^(<{7}|>{7}) ");

    assertThat(Project.texts().filter(it -> mark.matcher(Project.text(it)).find())).isEmpty();
  }

  @Test
  void aLinkThatLeadsNowhereIsNoticed() {
    Path page = Project.ROOT.resolve("docs/http.md");

    assertThat(brokenIn(page, "[a](outbox.md), [b](../README.md#effectively-once)")).isEmpty();
    assertThat(brokenIn(page, "[a](inbox.md), [b](#no-such-heading)")).hasSize(2);
  }

  private static Stream<Path> pages() {
    return Project.texts().filter(it -> it.toString().endsWith(".md"));
  }

  private static Stream<String> brokenIn(Path page, String text) {
    return LINK.matcher(NOT_READ.matcher(text).replaceAll(""))
        .results()
        .filter(link -> !leadsSomewhere(page, link))
        .map(link -> Project.ROOT.relativize(page) + ": " + link.group());
  }

  private static Stream<String> unknownTestsIn(String text) {
    return TEST.matcher(text).results().filter(it -> !isTest(it)).map(MatchResult::group);
  }

  private static boolean isTest(MatchResult named) {
    String source = SOURCES.getOrDefault(named.group(1) + ".java", "");
    return !source.isEmpty()
        && (named.group(2) == null || source.contains("  void " + named.group(2) + "("));
  }

  private static boolean leadsSomewhere(Path page, MatchResult link) {
    Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
    boolean anywhere = link.group(2) == null || !target.toString().endsWith(".md");
    return Files.exists(target) && (anywhere || hasAnchor(target, link.group(2)));
  }

  private static boolean hasAnchor(Path page, String anchor) {
    String text = Project.text(page);
    return text.contains("<a id=\"" + anchor + "\"")
        || HEADING
            .matcher(NOT_READ.matcher(text).replaceAll(""))
            .results()
            .map(it -> anchor(it.group(1)))
            .collect(toSet())
            .contains(anchor);
  }

  /** The way in which GitHub makes anchors of headings. */
  private static String anchor(String heading) {
    return heading
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .strip()
        .replace(' ', '-');
  }
}
