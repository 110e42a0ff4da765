package dev.effectivelyonce.tests.words;

import static java.util.regex.Matcher.quoteReplacement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A word of a story with its parts behind colons, and the words in the braces behind it.
 *
 * <p>Tables of stories have a row for each: its words, an arrow, and what they come to. A row goes
 * on in the lines that are indented; one that begins with {@code #} is a heading. A row with {@code
 * <a|b>} is told once with the first of each, then with the second.
 */
public record Word(String text, List<Word> body) {
  private static final Pattern WORD = Pattern.compile("[^\\s{}]*\\{|}|[^\\s{}]+");
  private static final String END = "}";
  private static final Pattern CHOICE = Pattern.compile("<([^<>]+)>");

  /** Asserts that each story of the table comes to what is behind its arrow. */
  public static void assertTold(String table, UnaryOperator<String> teller) {
    List<String> rows =
        Pattern.compile("\n(?!\\s)")
            .splitAsStream(table.strip())
            .filter(row -> !row.startsWith("#"))
            .map(row -> row.replaceAll("\\s+", " "))
            .flatMap(Word::each)
            .toList();

    assertThat(rows).isNotEmpty();
    assertThat(rows.stream().map(row -> told(row, teller)).collect(Collectors.joining("\n")))
        .isEqualTo(String.join("\n", rows));
  }

  private static Stream<String> each(String row) {
    int choices = CHOICE.matcher(row).results().mapToInt(it -> choices(it).length).max().orElse(1);
    return IntStream.range(0, choices)
        .mapToObj(i -> CHOICE.matcher(row).replaceAll(it -> quoteReplacement(choices(it)[i])));
  }

  private static String[] choices(MatchResult all) {
    return all.group(1).split("\\|", -1);
  }

  /** Returns the row, with what its words come to. */
  public static String told(String row, UnaryOperator<String> teller) {
    String words = row.substring(0, row.indexOf("->")).strip();
    return words + " -> " + teller.apply(words);
  }

  /** Reads words. */
  public static List<Word> parsed(String words) {
    return body(
        WORD.matcher(words)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(ArrayDeque::new)));
  }

  private static List<Word> body(Queue<String> left) {
    List<Word> body = new ArrayList<>();
    for (String text = left.poll(); text != null && !text.equals(END); text = left.poll()) {
      body.add(
          text.endsWith("{")
              ? new Word(text.substring(0, text.length() - 1), body(left))
              : new Word(text, List.of()));
    }
    return body;
  }

  /** Returns its first part. */
  public String name() {
    return part(0);
  }

  /** Returns one of its parts, from 0. */
  public String part(int index) {
    return text.split(":", -1)[index];
  }

  /** Returns whether it has so many parts. */
  public boolean has(int index) {
    return text.split(":", -1).length > index;
  }

  /** Returns the number that is a part, or 1. */
  public int count(int index) {
    return has(index) ? Integer.parseInt(part(index)) : 1;
  }

  /** Returns its time, such as {@code 30s}. */
  public Duration time() {
    return time(1);
  }

  /** Returns the time that is a part. */
  public Duration time(int index) {
    return Duration.parse("PT" + part(index));
  }

  /** Returns its verb. */
  public Verb verb() {
    return Verb.valueOf(part(1));
  }

  /** Returns its kind of fault, which is its fourth part, or a store out of reach. */
  public StoreException.Kind kind() {
    return has(3) ? StoreException.Kind.valueOf(part(3)) : StoreException.Kind.UNREACHABLE;
  }

  /** Returns a time as it is written in words. */
  public static String text(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
