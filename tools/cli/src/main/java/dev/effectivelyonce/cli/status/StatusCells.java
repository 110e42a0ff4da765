package dev.effectivelyonce.cli.status;

import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.operations.deployed.Measure;
import dev.effectivelyonce.operations.deployed.SourceKind;
import dev.effectivelyonce.operations.status.ConsumerStatus;
import dev.effectivelyonce.operations.status.QueueStatus;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;

/** How a consumer is, as the cells of a row. */
public final class StatusCells {
  /** What is known of now. */
  public static final List<String> NOW =
      List.of(
          "CONSUMER", "WAITING", "IN FLIGHT", "DELAYED", "OLDEST", "DEAD", "MODE", "EVENT SOURCE");

  /** What is known of the last five minutes. */
  public static final List<String> LATELY =
      List.of("CONSUMER", "DONE", "RETRIED", "FAILED", "HELD", "UNREADABLE", "ERRORS", "THROTTLES");

  private static final String UNKNOWN = "?";
  private static final String NOTHING = "-";

  private StatusCells() {}

  /** Returns how a consumer is now, below {@link #NOW}. */
  public static List<Cell> now(ConsumerStatus it) {
    return List.of(
        Cell.of(it.name()),
        ofQueue(it, QueueStatus::waiting),
        ofQueue(it, QueueStatus::inFlight),
        ofQueue(it, QueueStatus::delayed),
        oldest(it),
        dead(it),
        mode(it),
        source(it));
  }

  /** Returns what happened to a consumer's messages of late, below {@link #LATELY}. */
  public static List<Cell> lately(ConsumerStatus it) {
    return List.of(
        Cell.of(it.name()),
        measure(it, Measure.EXECUTED, Mark.NONE),
        measure(it, Measure.RELEASED, Mark.FAILED_AND_HELD),
        measure(it, Measure.FAILED, Mark.BAD),
        measure(it, Measure.HELD, Mark.BAD),
        measure(it, Measure.UNREADABLE, Mark.BAD),
        measure(it, Measure.ERRORS, Mark.BAD),
        measure(it, Measure.THROTTLES, Mark.FAILED_AND_HELD));
  }

  private static Cell ofQueue(ConsumerStatus it, Function<QueueStatus, Optional<Long>> number) {
    return it.kind() == SourceKind.QUEUE || it.kind() == SourceKind.PROCESS
        ? count(it, it.queue().flatMap(number), Mark.NONE)
        : Cell.of(NOTHING);
  }

  private static Cell count(ConsumerStatus it, Optional<Long> number, Mark ifAny) {
    return it.isApi()
        ? Cell.of(NOTHING)
        : number
            .map(n -> new Cell(String.format(Locale.ROOT, "%,d", n), n > 0 ? ifAny : Mark.NONE))
            .orElseGet(() -> new Cell(UNKNOWN, Mark.FAILED_AND_HELD));
  }

  /** A look or a replay hides what it receives, and it is as dead as before. */
  private static Cell dead(ConsumerStatus it) {
    Cell seen = count(it, it.deadLetters().flatMap(QueueStatus::waiting), Mark.BAD);
    return it.deadLetters()
        .flatMap(QueueStatus::inFlight)
        .filter(hidden -> hidden > 0)
        .map(hidden -> String.format(Locale.ROOT, "%s, %,d hidden", seen.text(), hidden))
        .map(text -> new Cell(text, Mark.BAD))
        .orElse(seen);
  }

  /** CloudWatch has no data where nothing was invoked. */
  private static Cell measure(ConsumerStatus it, Measure measure, Mark ifAny) {
    return it.measures().isPresent() && !it.measures().get().containsKey(measure)
        ? Cell.of("no data")
        : count(it, it.measures().map(them -> them.get(measure)), ifAny);
  }

  private static Cell oldest(ConsumerStatus it) {
    return switch (it.kind()) {
      case QUEUE, PROCESS -> measured(it, Measure.OLDEST_SECONDS, n -> age(Duration.ofSeconds(n)));
      case KINESIS, TABLE_STREAM ->
          measured(it, Measure.ITERATOR_AGE_MILLIS, n -> age(Duration.ofMillis(n)));
      case KAFKA ->
          measured(it, Measure.OFFSET_LAG, n -> String.format(Locale.ROOT, "%,d records", n));
      case FUNCTION -> measured(it, Measure.ASYNC_EVENT_AGE_MILLIS, n -> age(Duration.ofMillis(n)));
      case BROKER, API -> Cell.of(NOTHING);
    };
  }

  private static Cell measured(ConsumerStatus it, Measure measure, LongFunction<String> shown) {
    return it.measures()
        .map(them -> them.get(measure))
        .map(number -> Cell.of(shown.apply(number)))
        .orElseGet(() -> measure(it, measure, Mark.NONE));
  }

  private static String age(Duration age) {
    if (age.toHours() > 0) {
      return String.format(Locale.ROOT, "%dh%02dm", age.toHours(), age.toMinutesPart());
    }
    return age.toMinutes() > 0
        ? String.format(Locale.ROOT, "%dm%02ds", age.toMinutes(), age.toSecondsPart())
        : age.toSeconds() + "s";
  }

  private static Cell mode(ConsumerStatus it) {
    return text(it, it.function().map(function -> function.mode()), "ENFORCE");
  }

  private static Cell source(ConsumerStatus it) {
    if (it.kind() == SourceKind.FUNCTION && it.sources().isEmpty() && it.function().isPresent()) {
      return Cell.of(NOTHING);
    }
    return text(
        it, it.sources().map(them -> them.isEmpty() ? "none" : String.join(", ", them)), "Enabled");
  }

  private static Cell text(ConsumerStatus it, Optional<String> text, String usual) {
    return it.isApi() || it.kind() == SourceKind.PROCESS
        ? Cell.of(NOTHING)
        : text.map(word -> new Cell(word, word.equals(usual) ? Mark.NONE : Mark.BAD))
            .orElseGet(() -> new Cell(UNKNOWN, Mark.FAILED_AND_HELD));
  }
}
