package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.replay.QueueException.Kind;
import dev.effectivelyonce.sqs.SourceQueue;
import dev.effectivelyonce.sqs.SqsParking;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A parking queue, whose records go back by an invocation of their consumer's function. Produced
 * into their topic or stream again, they would reach its other readers, and get another position.
 */
final class ParkedQueue extends SqsPair {
  /** The wait for an answer beyond the end of a run. */
  private static final Duration LAST_ANSWER = Duration.ofSeconds(10);

  /**
   * So many failures of the function in a row concern all records that follow. A failure counts for
   * each minute that it took: two long ones do, since a function that hangs fails by its timeout.
   */
  private static final int IN_VAIN = 10;

  private final AtomicInteger failures = new AtomicInteger();

  /** The failure after which this run invokes the function no more. */
  private final AtomicReference<@Nullable QueueException> last = new AtomicReference<>();

  private final ParkingQueue queue;
  private final FunctionInvoker functions;
  private final Clock clock;
  private final Instant end;

  ParkedQueue(SqsLetters letters, ParkingQueue queue, FunctionInvoker functions, Clock clock) {
    this(letters, queue, functions, clock, Instant.MAX);
  }

  private ParkedQueue(
      SqsLetters letters, ParkingQueue queue, FunctionInvoker functions, Clock clock, Instant end) {
    super(letters);
    this.queue = queue;
    this.functions = functions;
    this.clock = clock;
    this.end = end;
  }

  @Override
  public QueuePair withDeadline(Instant other) {
    return new ParkedQueue(letters, queue, functions, clock, other);
  }

  @Override
  public Facts facts() {
    SourceQueue parking = letters.queue();
    return new Facts(parking, Duration.ZERO, Candidate.Origin.OTHER);
  }

  /** {@inheritDoc} The longest invocation ends before that. */
  @Override
  public Duration hiding() {
    return Duration.ofMinutes(20);
  }

  /** {@inheritDoc} Records of one partition go one after the other, by their positions. */
  @Override
  public Collection<List<DeadLetter>> lanes(List<DeadLetter> some) {
    return some.stream()
        .sorted(Comparator.comparing(ParkedQueue::position))
        .collect(
            Collectors.groupingBy(
                ParkedRecords::partition, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  @Override
  public String identity(DeadLetter letter) {
    return ParkedRecords.id(letter);
  }

  /** Invokes the function, and returns the id under which the record would be parked again. */
  @Override
  public String send(DeadLetter letter) {
    ParkedEvent event =
        ParkedEvent.of(letter)
            .orElseThrow(() -> new IllegalStateException("Only what can be read is sent"));
    if (!isAcknowledged(event)) {
      throw notDone(
          "reported it: it must come back", "Look into its log for the reason, then run again");
    }
    return identity(letter);
  }

  private boolean isAcknowledged(ParkedEvent event) {
    Instant began = clock.instant();
    try {
      QueueException before = last.get();
      if (before != null) {
        String problem = "Not invoked, because of another record: " + before.problem();
        throw new QueueException(Kind.FAILED, problem, before.remedy(), before);
      }
      boolean isAcknowledged =
          event
              .isAcknowledged(functions.invoke(queue.function(), event.json(), within()))
              .orElseThrow(
                  () ->
                      notDone(
                          "did not answer as a consumer of its source does",
                          "Name the function that parked the record"));
      failures.set(0);
      return isAcknowledged;
    } catch (RuntimeException | StackOverflowError e) {
      QueueException failed =
          e instanceof QueueException known
              ? known
              : notDone(
                  "was not invoked: unexpected " + ErrorSummary.of(e).text(),
                  "Report it if it comes again");
      if (failed.kind() != Kind.NOT_DONE || failures.addAndGet(weight(began)) < IN_VAIN) {
        throw failed;
      }
      QueueException ofAll = new QueueException(Kind.FAILED, failed.problem(), failed.remedy(), e);
      last.compareAndSet(null, ofAll);
      throw ofAll;
    }
  }

  private int weight(Instant began) {
    return Math.clamp(Duration.between(began, clock.instant()).toMinutes(), 1, IN_VAIN / 2);
  }

  private QueueException notDone(String problem, String remedy) {
    return new QueueException(
        Kind.NOT_DONE, "The function " + queue.function() + " " + problem, remedy, null);
  }

  private Duration within() {
    if (end.equals(Instant.MAX)) {
      return FunctionInvoker.LONGEST;
    }
    Duration left = Duration.between(clock.instant(), end).plus(LAST_ANSWER);
    return left.compareTo(FunctionInvoker.LONGEST) < 0 ? left : FunctionInvoker.LONGEST;
  }

  private static BigInteger position(DeadLetter letter) {
    return ParkedRecords.attribute(letter, SqsParking.POSITION)
        .filter(it -> it.matches("[0-9]{1,128}"))
        .map(BigInteger::new)
        .orElse(BigInteger.ZERO);
  }
}
