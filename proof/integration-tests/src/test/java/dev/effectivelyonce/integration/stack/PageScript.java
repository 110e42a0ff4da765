package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.environment.Shell;
import dev.effectivelyonce.integration.environment.Shell.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The commands of a page in their order, each to be run with values for its placeholders, or to be
 * refused as {@code docs/localstack.md} says. They are the AWS commands of every page, and those of
 * {@code effectively-once} of the pages for operators, in sentences too.
 */
public final class PageScript {
  private static final Pattern AWS = Pattern.compile("(?m)^ *(?:\\$ )?(aws .+)$");
  private static final Pattern ANY =
      Pattern.compile(
          "(?m)^ *(?:\\$ )?((?:aws|effectively-once) .+)$"
              + "|`(effectively-once(?=[^`\n]+ --)[^`\n]+)`");
  private static final Set<String> FOR_OPERATORS =
      Set.of("docs/operations.md", "docs/operator.md", "docs/operator-dead-letters.md");
  private static final String RUNBOOK = "docs/operations.md";
  private static final Pattern INCIDENT =
      Pattern.compile("(?ms)^```sh drill ([a-z-]+)\n(.*?)^```$");
  private static final int MOST_OF_AN_INCIDENT = 3;

  /** What a decision says when an attempt holds the record, or wrote it since it was shown. */
  private static final Pattern CAME_BETWEEN =
      Pattern.compile("The record changed since it was shown|An attempt holds the record until");

  private static final int MOST_TYPED = 20;
  private static final Pattern CONTINUED = Pattern.compile(" *\\\\\\n\\s*");

  /** An option of version 2 alone. In version 1 its value is the only way. */
  private static final String VERSION_2_ALONE = "--cli-binary-format raw-in-base64-out";

  /** The exit code of a command that has found a problem. */
  private static final int FOUND = 1;

  private final String text;
  private final String differences;
  private final Pattern command;
  private final List<String> left;
  private final Shell shell;
  private final Map<String, String> values = new LinkedHashMap<>();

  private PageScript(Path root, String text, Pattern command, Shell shell) {
    this.text = text;
    this.differences = joined(root.resolve("docs/localstack.md"));
    this.command = command;
    this.left = new ArrayList<>(commands(text));
    this.shell = shell;
  }

  /** The script of a page of the project, without those of the incidents in it. */
  public static PageScript of(Path root, String page, Shell shell) {
    return new PageScript(
        root,
        INCIDENT.matcher(joined(root.resolve(page))).replaceAll(""),
        FOR_OPERATORS.contains(page) ? ANY : AWS,
        shell);
  }

  /** The script of an incident of the runbook: three commands at most. */
  public static PageScript ofIncident(Path root, String name, Shell shell) {
    String block =
        INCIDENT
            .matcher(joined(root.resolve(RUNBOOK)))
            .results()
            .filter(it -> it.group(1).equals(name))
            .map(it -> it.group(2))
            .findFirst()
            .orElseThrow(() -> new AssertionError(RUNBOOK + " has no incident " + name));
    PageScript script = new PageScript(root, block, ANY, shell);
    assertThat(script.left)
        .as("commands of " + name)
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(MOST_OF_AN_INCIDENT);
    return script;
  }

  /** The names of the runbook's incidents. */
  public static List<String> incidents(Path root) {
    return INCIDENT
        .matcher(joined(root.resolve(RUNBOOK)))
        .results()
        .map(it -> it.group(1))
        .toList();
  }

  /** Whether a page has AWS commands. */
  public static boolean hasCommands(Path page) {
    return AWS.matcher(joined(page)).find();
  }

  /** Puts a value in the place of a word in what is run from here on. */
  public PageScript with(String placeholder, String value) {
    values.put(placeholder, value);
    return this;
  }

  /** Runs the next command, which begins so, and returns what it printed. */
  public String run(String beginning) {
    return ended(0, filledIn(next(beginning)));
  }

  /**
   * Runs the next command, which begins so and decides about a record that attempts write too. When
   * one came in between it is typed again, as the page says.
   */
  public void runBetweenAttempts(String beginning) {
    String script = filledIn(next(beginning));
    Result result = shell.run(script);
    for (int typed = 1;
        typed < MOST_TYPED && CAME_BETWEEN.matcher(result.errors()).find();
        typed++) {
      result = shell.run(script);
    }
    check(0, script, result);
  }

  /** Runs the next command, which begins so and finds something wrong, and returns what it says. */
  public String finds(String beginning) {
    return ended(FOUND, filledIn(next(beginning)));
  }

  /** Runs the next command, which begins so, twice at once, and returns what both printed. */
  public List<String> runTwiceAtOnce(String beginning) {
    String script = filledIn(next(beginning));
    return Stream.of(1, 2).map(ignored -> Aside.start(() -> ended(0, script))).toList().stream()
        .map(CompletableFuture::join)
        .toList();
  }

  /** Runs the next command, which begins so, with each value of a word, and returns the prints. */
  public List<String> runForEach(String beginning, String placeholder, List<String> each) {
    String script = next(beginning);
    return each.stream().map(value -> ended(0, with(placeholder, value).filledIn(script))).toList();
  }

  /** The next command, as it is to be typed. */
  public String toBeTyped() {
    return filledIn(left.getFirst());
  }

  /** Runs all of the block that has this line, to the next blank line or the end of the page. */
  public String runBlock(String line) {
    String block = block(line);
    commands(block).forEach(this::next);
    return ended(0, "set -e\n" + filledIn(block));
  }

  /** The next command, which begins so, fails here, and the page of differences says why. */
  public void refused(String beginning) {
    String refused = next(beginning);
    assertThat(differences).contains("| `" + beginning + "` |");
    assertThat(shell.run(filledIn(refused)).status()).as(refused).isNotZero();
  }

  /** All of the page's commands were run or refused. */
  public void isOver() {
    assertThat(left).as("commands that no test runs").isEmpty();
  }

  private String block(String line) {
    int from = text.lastIndexOf('\n', text.indexOf(line)) + 1;
    int blank = text.indexOf("\n\n", from);
    return text.substring(from, blank < 0 ? text.length() : blank);
  }

  private String next(String beginning) {
    assertThat(left).as("commands left").isNotEmpty();
    String next = left.removeFirst();
    assertThat(next).startsWith(beginning);
    return next;
  }

  private String filledIn(String script) {
    String filled = script.replace(VERSION_2_ALONE, "");
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled =
          filled.replaceAll(
              "\\b" + value.getKey() + "\\b", Matcher.quoteReplacement(value.getValue()));
    }
    return filled;
  }

  private String ended(int status, String script) {
    return check(status, script, shell.run(script));
  }

  private static String check(int status, String script, Result result) {
    assertThat(result.status())
        .as("%s%n%s%n%s", script, result.output(), result.errors())
        .isEqualTo(status);
    return result.output();
  }

  private List<String> commands(String part) {
    return command
        .matcher(part)
        .results()
        .map(it -> it.group(1) == null ? it.group(2) : it.group(1))
        .filter(it -> !it.contains("…"))
        .toList();
  }

  private static String joined(Path page) {
    try {
      return CONTINUED.matcher(Files.readString(page)).replaceAll(" ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
