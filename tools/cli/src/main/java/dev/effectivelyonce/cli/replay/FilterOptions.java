package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.operations.replay.ReplayResult;
import dev.effectivelyonce.replay.ReplayFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which dead letters. All that is given must match. */
final class FilterOptions {
  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "Only this business key (parts joined by /) or its hash. Repeatable: any of them.")
  private List<String> keys = new ArrayList<>();

  @Option(
      names = "--error",
      paramLabel = "TEXT",
      description = "Only where the record's error contains this.")
  private Optional<String> error = Optional.empty();

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
  Optional<String> noneFound(ReplayResult result) {
    return Optional.of(filter())
        .filter(result::lacksTheKeys)
        .map(
            asked ->
                "No dead letter%s has %s."
                    .formatted(
                        result.hidden().isPresent() ? " that could be read" : "",
                        keys.size() == 1 ? "this key" : "one of these keys"));
  }

  ReplayFilter filter() {
    return new ReplayFilter(Set.copyOf(keys), error, minAge, maxAge);
  }
}
