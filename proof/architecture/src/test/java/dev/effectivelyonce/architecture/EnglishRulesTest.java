package dev.effectivelyonce.architecture;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How pages, doc comments and texts for users are written: short sentences that begin as such, in
 * lines that fit a screen, with one name for one thing.
 */
class EnglishRulesTest {
  private static final int WORDS = 25;
  private static final int COLUMNS = 110;
  private static final Pattern DOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern STRING = Pattern.compile("\"((?:\\\\.|[^\"\\\\\n])*)\"");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.:;!?])\\s+");
  private static final Pattern TAG =
      Pattern.compile("(?:^| )@(?:param \\S+|return|throws \\S+|see)\\b");
  private static final Pattern CODE_BLOCK =
      Pattern.compile("(?s:(?<=^|\n)```.*?\n```)|(?m:^    .*$)");
  private static final Pattern PARAGRAPH_END =
      Pattern.compile("\n\\s*\n|\n(?=\\s*(?:[-*]|\\d+\\.)\\s)|\n(?=#)|(?<=\n)#.*\n");
  private static final Pattern BANNED =
      Pattern.compile(
          "(?i)\\bmend(?:s|ed|ing)?\\b|\\bof no account\\b|\\bgo(?:es)? along\\b|\\bone's own\\b"
              + "|\\b(?:is|are|was|were) told\\b");
  private static final Set<String> NO_BEGINNING =
      Set.of(
          ("Of For In With Where As When To By Without That So It They From After Before Not Is Has"
                  + " And Or But Only Until While Whose Who On At If Then Also There These Those"
                  + " Others Its Neither Nor Because Since Though")
              .split(" "));

  @Test
  void docCommentsAreShortSentencesThatBeginWithAVerbOrANoun() {
    assertThat(sources("library/", "functions/", "tools/").flatMap(EnglishRulesTest::inDocs))
        .isEmpty();
  }

  @Test
  void textsForUsersHaveNoPrivateWords() {
    assertThat(sources("library/", "functions/", "tools/").flatMap(EnglishRulesTest::inStrings))
        .isEmpty();
  }

  @Test
  void pagesAreShortSentencesInLinesThatFitAScreen() {
    assertThat(pages().flatMap(page -> inPage(Project.text(page)).map(named(page)))).isEmpty();
  }

  @Test
  void aNameMeansOneThingInTheLibrary() {
    Map<String, Long> types =
        Project.sources().stream()
            .filter(isIn("library/"))
            .map(it -> it.getFileName().toString())
            .filter(name -> !name.equals("package-info.java"))
            .collect(groupingBy(name -> name, counting()));

    assertThat(types)
        .hasSizeGreaterThan(300)
        .allSatisfy((name, times) -> assertThat(times).isOne());
  }

  @Test
  void whatBreaksARuleIsNoticed() {
    String longSentence = "w ".repeat(WORDS) + "end.";

    assertThat(inPage("Short.\n\n" + longSentence)).hasSize(1);
    assertThat(inPage("word\n".repeat(WORDS) + "end.")).hasSize(1);
    assertThat(inPage("- one\n".repeat(WORDS) + "- two")).isEmpty();
    assertThat(inPage("    " + longSentence + longSentence)).isEmpty();
    assertThat(inPage("x".repeat(60) + " " + "x".repeat(60))).hasSize(1);
    assertThat(inPage("Everyone is told. Nobody goes along.")).hasSize(2);
    assertThat(inComment("Of a payment. " + longSentence)).hasSize(2);
    assertThat(inComment("Returns it. @param name " + longSentence)).hasSize(1);
    assertThat(inComment("Returns it. @param name Only this.")).isEmpty();
  }

  private static Stream<Path> sources(String... folders) {
    return Project.sources().stream()
        .filter(it -> Stream.of(folders).anyMatch(folder -> isIn(folder).test(it)));
  }

  private static Predicate<Path> isIn(String folder) {
    return file ->
        Project.ROOT.relativize(file).startsWith(folder) && file.toString().contains("/src/main/");
  }

  private static Stream<Path> pages() {
    return Project.texts().filter(it -> it.toString().endsWith(".md"));
  }

  private static UnaryOperator<String> named(Path file) {
    return broken -> Project.ROOT.relativize(file) + ": " + broken;
  }

  private static Stream<String> inDocs(Path source) {
    return DOC.matcher(Project.text(source))
        .results()
        .map(it -> it.group(1).replaceAll("\n\\s*\\*", "\n").replaceAll("\\s+", " ").strip())
        .filter(doc -> !doc.startsWith("{@inheritDoc"))
        .flatMap(EnglishRulesTest::inComment)
        .map(named(source));
  }

  private static Stream<String> inComment(String doc) {
    String plain = doc.replaceAll("\\{@\\w+\\s+([^}]*)}", "$1").replaceAll("<[^>]+>", " ").strip();
    String first = plain.split("[ .,:;]", 2)[0];
    return Stream.of(
            Stream.of(first).filter(NO_BEGINNING::contains).map(word -> "begins with " + word),
            TAG.splitAsStream(plain).flatMap(EnglishRulesTest::longSentences),
            banned(plain))
        .flatMap(it -> it);
  }

  private static Stream<String> inStrings(Path source) {
    return STRING
        .matcher(Project.text(source))
        .results()
        .flatMap(text -> banned(text.group(1)))
        .map(named(source));
  }

  private static Stream<String> inPage(String text) {
    String prose = CODE_BLOCK.matcher(text).replaceAll("");
    return Stream.of(
            prose.lines().filter(EnglishRulesTest::isTooWide).map(line -> "wide: " + line),
            PARAGRAPH_END
                .splitAsStream(prose.replaceAll("(?m)^\\s*\\|.*$", "\n"))
                .map(EnglishRulesTest::withoutMarks)
                .flatMap(it -> Stream.concat(longSentences(it), banned(it))))
        .flatMap(it -> it);
  }

  /** A table row is as wide as it is, and a link can't be broken. */
  private static boolean isTooWide(String line) {
    boolean canBeBroken = line.strip().replaceAll("^[-*] ", "").contains(" ");
    return line.length() > COLUMNS && canBeBroken && !line.strip().matches("(?s)[|<!].*");
  }

  private static String withoutMarks(String paragraph) {
    return paragraph
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .replaceAll("`[^`]*`", "x")
        .replaceAll("^\\s*(?:[-*]|\\d+\\.)\\s|\\*\\*", "")
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static Stream<String> longSentences(String text) {
    return SENTENCE_END
        .splitAsStream(text)
        .filter(it -> it.split(" ").length > WORDS)
        .map(it -> "more than " + WORDS + " words: " + it);
  }

  private static Stream<String> banned(String text) {
    return BANNED.matcher(text).results().map(MatchResult::group).map(it -> "banned: " + it);
  }
}
