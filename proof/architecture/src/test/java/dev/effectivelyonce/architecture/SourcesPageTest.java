package dev.effectivelyonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test is named for each capability of each source. */
class SourcesPageTest {
  private static final String EMPTY = "–";

  private final List<List<String>> differing = table("docs/sources.md", "### What differs");
  private final List<List<String>> common = table("docs/sources.md", "### What every source has");
  private final List<List<String>> tests = table("docs/proof-by-page.md", "## Which source");

  @Test
  void eachCellOfTheTableHasATestThatShowsIt() {
    assertThat(cells()).hasSizeGreaterThan(100);
    assertThat(unshown(cells(), shown())).isEmpty();
  }

  @Test
  void aCellWithoutATestAndATestWithoutACellAreNoticed() {
    Set<String> more = new TreeSet<>(shown());
    more.add("magic of Kafka");

    assertThat(unshown(cells(), more)).containsExactly("magic of Kafka");
    more.removeIf(it -> it.equals("order of Kafka"));
    assertThat(unshown(cells(), more)).contains("order of Kafka");
  }

  /** What is claimed without a test, and what is tested without a claim. */
  private static Set<String> unshown(Set<String> claimed, Set<String> shown) {
    Set<String> either = new TreeSet<>(claimed);
    either.addAll(shown);
    either.removeIf(it -> claimed.contains(it) && shown.contains(it));
    return either;
  }

  private Set<String> cells() {
    List<String> sources = differing.getFirst();
    Set<String> cells = new TreeSet<>();
    for (List<String> row : rows(differing).toList()) {
      for (int i = 1; i < row.size(); i++) {
        if (!row.get(i).equals(EMPTY)) {
          cells.add(row.getFirst() + " of " + sources.get(i));
        }
      }
    }
    for (List<String> row : rows(common).toList()) {
      sources.stream().skip(1).forEach(source -> cells.add(row.getFirst() + " of " + source));
    }
    return cells;
  }

  private Set<String> shown() {
    Set<String> shown = new TreeSet<>();
    for (List<String> row : rows(tests).toList()) {
      String capability = row.getFirst();
      Stream<String> sources =
          row.get(1).equals("all")
              ? cells().stream().filter(it -> it.startsWith(capability + " of "))
              : Arrays.stream(row.get(1).split(", ")).map(it -> capability + " of " + it);
      sources.forEach(shown::add);
    }
    return shown;
  }

  private static Stream<List<String>> rows(List<List<String>> table) {
    return table.stream().skip(2);
  }

  private static List<List<String>> table(String file, String heading) {
    List<List<String>> rows = new ArrayList<>();
    String page = Project.text(Project.ROOT.resolve(file));
    String section = page.substring(page.indexOf("\n" + heading)).substring(1);
    section
        .lines()
        .skip(1)
        .takeWhile(it -> !it.startsWith("#"))
        .filter(it -> it.startsWith("|"))
        .map(it -> it.substring(1, it.length() - 1).split("\\|"))
        .map(it -> Arrays.stream(it).map(String::strip).toList())
        .forEach(rows::add);
    return rows;
  }
}
