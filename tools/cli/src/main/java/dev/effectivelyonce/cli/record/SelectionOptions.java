package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.letters.DurationParser;
import dev.effectivelyonce.cli.letters.LimitParser;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.ScanPace;
import dev.effectivelyonce.operations.record.Selection;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Many records at once: those that are listed and match. */
final class SelectionOptions {
  @Option(
      names = "--list",
      paramLabel = "held|failed|stale|waiting|halfdone|all",
      description =
          "All records of --consumer in this state, instead of one record; with --key only those"
              + " of these keys. Records hold no message group: `dead-letters --group` chooses by"
              + " that.")
  private Optional<RecordFilter> list = Optional.empty();

  @Option(
      names = "--error",
      paramLabel = "TEXT",
      description = "With --list: only where the record's error contains this.")
  private Optional<String> error = Optional.empty();

  @Option(
      names = "--cause",
      paramLabel = "TEXT",
      description =
          "With --list: only where the cause contains this, as `dead-letters --summary` has it.")
  private Optional<String> cause = Optional.empty();

  @Option(
      names = "--min-age",
      paramLabel = "AGE",
      converter = DurationParser.class,
      description =
          "With --list: only records last written at least so long ago: 90s, 15m, 2h, 3d.")
  private Optional<Duration> minAge = Optional.empty();

  @Option(
      names = "--max-age",
      paramLabel = "AGE",
      converter = DurationParser.class,
      description = "With --list: only records last written at most so long ago.")
  private Optional<Duration> maxAge = Optional.empty();

  @Option(
      names = "--limit",
      converter = LimitParser.class,
      paramLabel = "N",
      description = "With --list: how many at most, the oldest first, or all. Default: all.")
  private Optional<Integer> limit = Optional.empty();

  @Mixin private final PaceOptions pace = new PaceOptions();

  boolean isGiven() {
    return list.isPresent();
  }

  /**
   * @throws OperationException if a filter is given without a list, or a list beside a record
   */
  void check(RecordOptions target) {
    boolean isFiltered =
        error.isPresent()
            || cause.isPresent()
            || minAge.isPresent()
            || maxAge.isPresent()
            || limit.isPresent();
    if (isFiltered && list.isEmpty()) {
      throw OperationException.usage(
          "--error, --cause, --min-age, --max-age and --limit choose from a list",
          "Give --list too, or leave them out");
    }
    if (isGiven() && target.isGivenBeyondKeys()) {
      throw OperationException.usage(
          "A record and --list exclude each other",
          "Give one of them; records of a list are chosen by --key and --key-file");
    }
  }

  ScanPace pace(Session session) {
    return pace.pace(session);
  }

  Selection selection(RecordOptions target, Session session) {
    return new Selection(
        session.context().consumer(target.requiredConsumer()),
        list.orElseThrow(),
        error,
        cause,
        target.ofKeys(session),
        minAge,
        maxAge,
        limit.orElse(Selection.UNLIMITED));
  }
}
