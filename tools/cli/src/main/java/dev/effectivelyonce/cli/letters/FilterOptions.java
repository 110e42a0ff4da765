package dev.effectivelyonce.cli.letters;

import dev.effectivelyonce.cli.options.KeyFile;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.replay.ReplayResult;
import dev.effectivelyonce.replay.ReplayFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which dead letters. All that is given must match. */
public final class FilterOptions {
  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "Only this business key (parts joined by /) or its hash. Repeatable: any of them.")
  private List<String> keys = new ArrayList<>();

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "The same from a file with the key, a line for each part; - is standard input."
              + " Repeatable.")
  private List<String> keyFiles = new ArrayList<>();

  @Option(
      names = "--error",
      paramLabel = "TEXT",
      description = "Only where the record's error contains this.")
  private Optional<String> error = Optional.empty();

  @Option(
      names = "--cause",
      paramLabel = "TEXT",
      description =
          "Only where the cause contains this, as `dead-letters --summary` or the log has it.")
  private Optional<String> cause = Optional.empty();

  @Option(
      names = "--decision",
      paramLabel = "DECISION",
      description = "Only what a replay would do this with, such as SEND or HELD. Repeatable.")
  private List<String> decisions = new ArrayList<>();

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "Only letters of this message group. Repeatable.")
  private List<String> groups = new ArrayList<>();

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Only the letter with this message id. Repeatable.")
  private List<String> ids = new ArrayList<>();

  @Option(
      names = "--min-age",
      paramLabel = "AGE",
      converter = DurationParser.class,
      description = "Only messages sent at least so long ago: 90s, 15m, 2h, 3d.")
  private Optional<Duration> minAge = Optional.empty();

  @Option(
      names = "--max-age",
      paramLabel = "AGE",
      converter = DurationParser.class,
      description = "Only messages sent at most so long ago.")
  private Optional<Duration> maxAge = Optional.empty();

  /** Returns a text which says that no message of a run has a key that was asked for. */
  public static Optional<String> noneFound(ReplayFilter filter, ReplayResult result) {
    return Optional.of(filter)
        .filter(result::lacksTheKeys)
        .map(
            asked ->
                "No dead letter%s has %s."
                    .formatted(
                        result.report().hidden().isPresent() ? " that could be read" : "",
                        asked.keys().size() == 1 ? "this key" : "one of these keys"));
  }

  /**
   * Returns the filter that these options are. Read it once: standard input does not come again.
   *
   * @param consumer whose letters, by its name
   * @throws OperationException if a file with a key can't be used
   */
  public ReplayFilter filter(String consumer, Session session) {
    Stream<String> ofFiles =
        keyFiles.stream()
            .map(name -> KeyFile.whole(name, session.context().consumer(consumer), session));
    return new ReplayFilter(
        Stream.concat(keys.stream(), ofFiles).collect(Collectors.toSet()),
        error,
        minAge,
        maxAge,
        cause,
        decisions.stream().map(it -> it.toUpperCase(Locale.ROOT)).collect(Collectors.toSet()),
        Set.copyOf(groups),
        Set.copyOf(ids));
  }
}
