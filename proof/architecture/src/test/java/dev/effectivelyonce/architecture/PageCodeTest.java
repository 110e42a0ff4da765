package dev.effectivelyonce.architecture;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The Java that pages show is part of a test's source, which compiles, and each page says what its
 * code imports. Spaces don't count, and what a page leaves out it marks by an ellipsis.
 */
class PageCodeTest {
  /** {@code build/first-consumer} makes a project of its files, and builds and tests it. */
  private static final String BUILT_BY_ITS_SCRIPT = "docs/first-consumer.md";

  /** They introduce: the pages to which they lead have what their code imports. */
  private static final Set<String> WITHOUT_IMPORTS = Set.of("README.md", "docs/concepts.md");

  private static final Pattern BLOCK = Pattern.compile("(?m)^```java\n(.*?)^```$", Pattern.DOTALL);
  private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+);\n+");
  private static final Pattern NO_CODE =
      Pattern.compile(
          "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\"|//.*?$", Pattern.DOTALL | Pattern.MULTILINE);

  /** Types, constants, and methods that no object is named for. */
  private static final Pattern NAME = Pattern.compile("(?<![\\w.])(?:[A-Z]\\w*|[a-z]\\w*(?=\\())");

  private static final String LIBRARY = "dev.effectivelyonce.";
  private static final Set<String> TYPES =
      Project.sources().stream().flatMap(PageCodeTest::typeOfTheLibrary).collect(toSet());
  private static final List<Source> SOURCES =
      Project.sources().stream()
          .filter(it -> it.toString().contains("/src/test/java/"))
          .sorted(Comparator.comparing(Path::toString))
          .map(Project::text)
          .map(Source::of)
          .toList();

  /** A source without its spaces, and the whole name of each name that it may use. */
  record Source(String code, String home, Map<String, String> imports) {
    static Source of(String text) {
      Map<String, String> imports =
          IMPORT
              .matcher(text)
              .results()
              .collect(toMap(it -> last(it.group(1)), it -> statement(it.group()), (a, b) -> a));
      String home = text.replaceFirst("(?s)^.*?package ([\\w.]+);.*$", "$1.");
      return new Source(withoutSpaces(text), home, imports);
    }

    /** What code elsewhere imports for the name: nothing, if it is the reader's own. */
    Optional<String> imported(String name) {
      String whole = imports.getOrDefault(name, "import " + home + name + ";");
      return Optional.of(whole).filter(PageCodeTest::isForReaders);
    }
  }

  @Test
  void eachBlockOfAPageIsPartOfATest() {
    Map<String, String> unknown = new TreeMap<>();
    pages()
        .forEach(
            (name, text) ->
                blocks(text)
                    .flatMap(PageCodeTest::parts)
                    .filter(part -> sourceOf(part).isEmpty())
                    .forEach(part -> unknown.merge(name, part, String::concat)));

    assertThat(pages()).hasSizeGreaterThan(15);
    assertThat(unknown).isEmpty();
  }

  @Test
  void eachPageSaysWhatItsCodeImports() {
    Map<String, String> others = new TreeMap<>();
    pages().entrySet().stream()
        .filter(it -> !WITHOUT_IMPORTS.contains(it.getKey()))
        .filter(it -> !said(it.getValue()).equals(needed(it.getValue())))
        .forEach(it -> others.put(it.getKey(), String.join("\n", needed(it.getValue()))));

    assertThat(others).isEmpty();
  }

  @Test
  void noBlockImportsTwoTypesOfOneName() {
    assertThat(pages().values().stream().flatMap(PageCodeTest::blocks))
        .allSatisfy(
            block ->
                assertThat(IMPORT.matcher(block).results().map(it -> last(it.group(1))))
                    .doesNotHaveDuplicates());
  }

  @Test
  void codeThatNoTestHasIsNoticed() {
    assertThat(sourceOf("HandlerResult.completed()")).isPresent();
    assertThat(sourceOf("HandlerResult." + "perhaps()")).isEmpty();
  }

  @Test
  void anImportThatIsMissingIsNoticed() {
    String page =
        "```java\nOnceRequest time ="
            + " OnceRequest.within(Duration.ofMillis(context.getRemainingTimeInMillis()));\n```\n";

    assertThat(said(page)).isEmpty();
    assertThat(needed(page))
        .containsExactly(
            "import dev.effectivelyonce.core.once.OnceRequest;", "import java.time.Duration;");
  }

  private static Map<String, String> pages() {
    return Project.texts()
        .collect(toMap(it -> Project.ROOT.relativize(it).toString(), it -> it))
        .entrySet()
        .stream()
        .filter(it -> it.getKey().matches("README\\.md|docs/[^/]+\\.md"))
        .filter(it -> !it.getKey().equals(BUILT_BY_ITS_SCRIPT))
        .filter(it -> blocks(Project.text(it.getValue())).findAny().isPresent())
        .collect(toMap(Map.Entry::getKey, it -> Project.text(it.getValue())));
  }

  private static Stream<String> blocks(String page) {
    return BLOCK.matcher(page).results().map(it -> it.group(1));
  }

  /** The code of a block between what it leaves out, without its imports. */
  private static Stream<String> parts(String block) {
    return Arrays.stream(IMPORT.matcher(block).replaceAll("").split("…"))
        .filter(it -> !it.isBlank());
  }

  private static Set<String> said(String page) {
    return blocks(page)
        .flatMap(it -> IMPORT.matcher(it).results())
        .map(it -> statement(it.group()))
        .collect(toCollection(TreeSet::new));
  }

  private static Set<String> needed(String page) {
    return blocks(page)
        .flatMap(PageCodeTest::parts)
        .flatMap(part -> sourceOf(part).stream().flatMap(it -> imports(part, it)))
        .collect(toCollection(TreeSet::new));
  }

  private static Stream<String> imports(String part, Source source) {
    return NAME.matcher(NO_CODE.matcher(part).replaceAll(""))
        .results()
        .flatMap(it -> source.imported(it.group()).stream());
  }

  private static Optional<Source> sourceOf(String part) {
    String code = withoutSpaces(part);
    return SOURCES.stream().filter(it -> it.code().contains(code)).findFirst();
  }

  private static Stream<String> typeOfTheLibrary(Path source) {
    String path = Project.ROOT.relativize(source).toString();
    return path.matches(
            "library/[^/]+/src/main/java/.*|tools/local/src/main/java/.*/local/junit/.*")
        ? Stream.of(path.replaceAll(".*/src/main/java/|\\.java$", "").replace('/', '.'))
        : Stream.empty();
  }

  /** Whether it is of another project, or of a type of the library, or of what is within one. */
  private static boolean isForReaders(String statement) {
    String name = statement.replaceAll("import (?:static )?|;", "");
    return !name.startsWith(LIBRARY)
        || TYPES.stream().anyMatch(it -> name.equals(it) || name.startsWith(it + "."));
  }

  private static String statement(String line) {
    return line.strip();
  }

  private static String last(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String withoutSpaces(String text) {
    return text.replaceAll("\\s", "");
  }
}
