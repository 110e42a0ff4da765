package dev.effectivelyonce.architecture;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The decisions in docs/adr: their numbers, template and index, and each reference to one. */
class DecisionRecordsTest {
  private static final Path FOLDER = Project.ROOT.resolve("docs/adr");
  private static final Path INDEX = FOLDER.resolve("README.md");

  /** Four digits, a name, and nothing else. */
  private static final String FILE = "\\d{4}-[a-z0-9-]+\\.md";

  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| \\[(\\d+)]\\((" + FILE + ")\\) \\| ([^|]+) \\| [^|]+ \\|$");
  private static final Pattern HEADING = Pattern.compile("(?m)^(#{1,2} .*|Status: .*)$");
  private static final Pattern REFERENCE = Pattern.compile("\\bADRs? (\\d+)");
  private static final Pattern LINK =
      Pattern.compile("\\[(?:ADR )?(\\d+)]\\([./\\w-]*?(\\d{4})-[a-z0-9-]+\\.md\\)");
  private static final Pattern NAMED = Pattern.compile("\\badr/(\\d[\\w.-]*)");

  private final Map<Integer, Path> records =
      Project.texts()
          .filter(it -> it.startsWith(FOLDER) && !it.equals(INDEX))
          .collect(toMap(DecisionRecordsTest::number, it -> it, (a, b) -> a, TreeMap::new));

  @Test
  void numbersAreConsecutiveAndUnique() {
    assertThat(records.keySet())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, records.size()).boxed().toList());
    assertThat(Project.texts().filter(it -> it.startsWith(FOLDER)))
        .as("files in docs/adr: the records and the index")
        .hasSize(records.size() + 1);
  }

  @Test
  void eachRecordHasTheTemplatesHeadings() {
    records.forEach(
        (number, record) ->
            assertThat(find(HEADING, Project.text(record)).map(it -> kind(it.group())))
                .as(record.toString())
                .containsExactly(
                    "# " + number + ".",
                    "Status:",
                    "## Context",
                    "## Decision",
                    "## Consequences"));
  }

  @Test
  void theIndexListsEachRecordWithItsTitle() {
    String index = COMMENT.matcher(Project.text(INDEX)).replaceAll("");
    List<String> expected =
        records.entrySet().stream()
            .map(it -> it.getKey() + " " + it.getValue().getFileName() + " " + title(it.getValue()))
            .toList();

    assertThat(find(ROW, index).map(it -> it.group(1) + " " + it.group(2) + " " + it.group(3)))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void eachReferenceNamesARecord() {
    List<String> dangling =
        Project.texts()
            .filter(it -> !it.equals(INDEX))
            .flatMap(
                file ->
                    danglingIn(Project.text(file))
                        .map(it -> Project.ROOT.relativize(file) + ": " + it))
            .toList();

    assertThat(dangling).as("references to decisions that docs/adr does not have").isEmpty();
  }

  @Test
  void aReferenceThatNamesNoRecordIsNoticed() {
    int next = records.size() + 1;
    String first = requireNonNull(records.get(1)).getFileName().toString();

    assertThat(danglingIn("ADR 1, docs/adr/" + first + ", [ADR 1](adr/" + first + ")")).isEmpty();
    assertThat(danglingIn("see ADR " + next)).hasSize(1);
    assertThat(danglingIn("see docs/adr/" + first.replace(".md", "-once.md"))).hasSize(1);
    assertThat(danglingIn("[2](docs/adr/" + first + ")")).hasSize(1);
  }

  private Stream<String> danglingIn(String text) {
    return Stream.of(
            find(REFERENCE, text).filter(it -> !records.containsKey(number(it.group(1)))),
            find(NAMED, text).filter(it -> !isRecord(it.group(1))),
            find(LINK, text).filter(it -> number(it.group(1)) != number(it.group(2))))
        .flatMap(it -> it.map(MatchResult::group));
  }

  private boolean isRecord(String file) {
    return records.values().stream().anyMatch(it -> it.getFileName().toString().equals(file));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  private static int number(Path record) {
    String name = record.getFileName().toString();
    assertThat(name).as("a file in docs/adr").matches(FILE);
    return number(name.substring(0, 4));
  }

  private static String title(Path record) {
    return Project.text(record).lines().findFirst().orElseThrow().replaceFirst("# \\d+\\. ", "");
  }

  /** A heading without the words that each record has of its own. */
  private static String kind(String line) {
    return line.replaceFirst("^(# \\d+\\.|Status:) .*", "$1");
  }

  private static Stream<MatchResult> find(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }
}
