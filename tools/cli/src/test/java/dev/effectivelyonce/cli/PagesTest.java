package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.operations.check.Rules;
import dev.effectivelyonce.operations.config.ConfigFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What the pages tell people to type is what the command line takes. */
class PagesTest {
  private static final Path ROOT = Path.of("../..");

  /**
   * At the start of a line of a block, or in a loop; or in a sentence, with an option, or it is but
   * a name. What stands behind a pipe is another's.
   */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)(?:^ *(?:\\$ )?|; do |`(?=[^`\\n"
              + "]+ --))effectively-once ([a-z][^`\\n"
              + "]*?)(?= +[#|<]|`|$)");

  private static final Pattern CONFIGURATION =
      Pattern.compile("(?s)```json\n(\\{\n  \"(?:consumers|outbox)\".*?\n)```");

  static Stream<String> commands() throws IOException {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of(ROOT.resolve("README.md")),
              docs.filter(page -> page.toString().endsWith(".md")).sorted().toList().stream())
          .flatMap(page -> commands(Golden.read(page)).stream())
          .distinct();
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theCommandLineTakesEachCommandOfThePages(String command) {
    assertThat(parse(command).errors()).isEmpty();
  }

  @Test
  void aCommandThatDoesNotExistIsNoticed() {
    List<String> wrong =
        commands("See:\n\n    $ effectively-once settle done --key O-1  # it is\n");

    assertThat(wrong).containsExactly("settle done --key O-1");
    assertThatThrownBy(() -> parse(wrong.getFirst())).isInstanceOf(ParameterException.class);
  }

  @Test
  void theRunbookAndReadmeHaveCommands() {
    assertThat(commands(Golden.read(ROOT.resolve("docs/operations.md")))).hasSizeGreaterThan(8);
    assertThat(commands(Golden.read(ROOT.resolve("README.md")))).isNotEmpty();
    assertThat(commands(Golden.read(ROOT.resolve("docs/operate-your-stack.md"))))
        .hasSizeGreaterThan(8);
  }

  @ParameterizedTest
  @CsvSource({
    "docs/operate-your-stack.md, bookings",
    "docs/operator-reference.md, orders",
    "docs/terraform-and-sam.md, orders"
  })
  void theConfigurationOfAPageIsRead(String page, String consumer, @TempDir Path directory)
      throws IOException {
    List<String> shown =
        CONFIGURATION
            .matcher(Golden.read(ROOT.resolve(page)))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(shown).hasSize(1);
    Path file = Files.writeString(directory.resolve(ConfigFile.DEFAULT_NAME), shown.getFirst());

    assertThat(ConfigFile.read(file).consumer(consumer).retention()).contains(Duration.ofDays(19));
  }

  @Test
  void thePagesOfTheCommandLineHaveEachOption() {
    String page =
        Golden.read(ROOT.resolve("docs/operator.md"))
            + Golden.read(ROOT.resolve("docs/operator-dead-letters.md"));

    assertThat(options(commandLine()))
        .hasSizeGreaterThan(30)
        .allSatisfy(option -> assertThat(page).containsPattern(option + "(?![a-z-])"));
  }

  @Test
  void thePageOfCheckHasEachRuleAsTheFileOfRulesHasIt() {
    String page = Golden.read(ROOT.resolve("docs/check.md"));

    assertThat(page)
        .contains(
            Rules.standard().rules().stream()
                .map(it -> "\n| `%s` | %s | %s |\n".formatted(it.id(), it.what(), it.breaks()))
                .toList());
    assertThat(page.lines().filter(it -> it.matches("\\| `[a-z-]+` \\| [A-Z].*")))
        .hasSameSizeAs(Rules.standard().rules());
  }

  @Test
  void theOutputOnThePageOfCheckIsThatOfTheCommand() {
    assertThat(Golden.read(ROOT.resolve("docs/check.md")))
        .contains("```\n" + Golden.read(Path.of("src/test/resources/golden/check.txt")) + "```");
  }

  private static List<String> options(CommandLine line) {
    return Stream.concat(
            line.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .map(OptionSpec::longestName),
            line.getSubcommands().values().stream().flatMap(it -> options(it).stream()))
        .distinct()
        .toList();
  }

  private static List<String> commands(String page) {
    return COMMAND
        .matcher(page)
        .results()
        .map(found -> found.group(1).strip())
        .filter(command -> !command.contains("…"))
        .toList();
  }

  private static ParseResult parse(String command) {
    String[] words = command.replace("'", "").split(" +", -1);
    return commandLine(words).parseArgs(words);
  }

  private static CommandLine commandLine(String... words) {
    return Main.commandLine(
        new Host(
            Platform.system(), Path.of(""), Map.of(), new BufferedReader(new StringReader(""))),
        words);
  }
}
