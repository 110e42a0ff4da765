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
import java.util.regex.Pattern;

/**
 * The AWS commands of a page in their order, each to be run with values for its placeholders, or to
 * be refused as {@code docs/localstack.md} says.
 */
public final class PageScript {
  private static final Pattern COMMAND = Pattern.compile("(?m)^ *(?:\\$ )?(aws .+)$");
  private static final Pattern CONTINUED = Pattern.compile(" *\\\\\\n\\s*");

  /** An option of version 2 alone. In version 1 its value is the only way. */
  private static final String VERSION_2_ALONE = "--cli-binary-format raw-in-base64-out";

  private final String text;
  private final String differences;
  private final List<String> left;
  private final Shell shell;
  private final Map<String, String> values = new LinkedHashMap<>();

  /** The script of a page of the project. */
  public PageScript(Path root, String page, Shell shell) {
    this.text = joined(root.resolve(page));
    this.differences = joined(root.resolve("docs/localstack.md"));
    this.left = new ArrayList<>(commands(text));
    this.shell = shell;
  }

  /** Whether a page has commands. */
  public static boolean hasCommands(Path page) {
    return !commands(joined(page)).isEmpty();
  }

  /** Puts a value in the place of a word in what is run from here on. */
  public PageScript with(String placeholder, String value) {
    values.put(placeholder, value);
    return this;
  }

  /** Runs the next command, which begins so, and returns what it printed. */
  public String run(String beginning) {
    return succeeded(filledIn(next(beginning)));
  }

  /** Runs all of the block that has this line, to its next blank line, with its commands. */
  public String runBlock(String line) {
    String block = block(line);
    commands(block).forEach(this::next);
    return succeeded("set -e\n" + filledIn(block));
  }

  /** Passes over the commands of the block that has this line. */
  public void skipBlock(String line) {
    commands(block(line)).forEach(this::next);
  }

  /** The next command, which begins so, fails here, and the page of differences says why. */
  public void refused(String beginning) {
    String command = next(beginning);
    assertThat(differences).contains("| `" + beginning + "` |");
    assertThat(shell.run(filledIn(command)).status()).as(command).isNotZero();
  }

  /** All of the page's commands were run or refused. */
  public void isOver() {
    assertThat(left).as("commands that no test runs").isEmpty();
  }

  private String block(String line) {
    int from = text.lastIndexOf('\n', text.indexOf(line)) + 1;
    return text.substring(from, text.indexOf("\n\n", from));
  }

  private String next(String beginning) {
    assertThat(left).as("commands left").isNotEmpty();
    String command = left.removeFirst();
    assertThat(command).startsWith(beginning);
    return command;
  }

  private String filledIn(String command) {
    String filled = command.replace(VERSION_2_ALONE, "");
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replaceAll("\\b" + value.getKey() + "\\b", value.getValue());
    }
    return filled;
  }

  private String succeeded(String script) {
    Result result = shell.run(script);
    assertThat(result.status()).as("%s%n%s", script, result.errors()).isZero();
    return result.output();
  }

  private static List<String> commands(String text) {
    return COMMAND.matcher(text).results().map(it -> it.group(1)).toList();
  }

  private static String joined(Path page) {
    try {
      return CONTINUED.matcher(Files.readString(page)).replaceAll(" ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
