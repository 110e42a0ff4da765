package dev.effectivelyonce.simulation.history;

import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.simulation.kernel.Choices;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The log of a history, and its event source mapping.
 *
 * @param partitions how many partitions or shards there are
 * @param recordKeys how many partition keys records have
 * @param lanes which records run one after the other
 * @param bisects whether a batch comes back in halves when its invocation failed
 * @param retries after how many further invocations a batch is given up; empty: never
 * @param age how old a record is that is given up; empty: none is
 * @param keepsGivenUp whether what is given up goes to a destination, or is lost
 * @param maxAttempts after how many attempts the consumer gives an event up; empty: never
 * @param reserve the time that an invocation keeps for parking and its answer
 */
public record LogPlan(
    int partitions,
    int recordKeys,
    PartitionLanes lanes,
    boolean bisects,
    OptionalInt retries,
    Optional<Duration> age,
    boolean keepsGivenUp,
    OptionalInt maxAttempts,
    Duration reserve) {
  /** That of RabbitMQ 4, where none is set. */
  private static final int DELIVERY_LIMIT = 20;

  private static final int[] RETRIES = {-1, -1, 0, 1, 3};
  private static final int[] MAX_ATTEMPTS = {-1, 3, 1};
  private static final Duration[] AGES = {
    Duration.ZERO, Duration.ZERO, Duration.ofMinutes(2), Duration.ofSeconds(20)
  };
  private static final Duration[] RESERVES = {Duration.ofSeconds(1), Duration.ofMillis(300)};

  /**
   * Draws what a source is like. A queue has a delivery limit, and what is in it does not end by
   * its age.
   */
  public static LogPlan of(Choices choices, SourceModel source) {
    return new LogPlan(
        1 + choices.next(3),
        1 + choices.next(4),
        choices.next(2) == 0 ? PartitionLanes.PARTITION : PartitionLanes.PARTITION_KEY,
        choices.next(2) == 1,
        retries(RETRIES[choices.next(RETRIES.length)], source),
        Optional.of(AGES[choices.next(AGES.length)])
            .filter(it -> it.isPositive() && source.isLog()),
        choices.next(4) != 3,
        some(MAX_ATTEMPTS[choices.next(MAX_ATTEMPTS.length)]),
        RESERVES[choices.next(RESERVES.length)]);
  }

  /** That of a table's stream, of which nothing is given up by a number or an age. */
  public static LogPlan ofTable(int shards) {
    return new LogPlan(
        shards,
        1,
        PartitionLanes.PARTITION,
        true,
        OptionalInt.empty(),
        Optional.empty(),
        false,
        OptionalInt.empty(),
        Duration.ZERO);
  }

  private static OptionalInt retries(int drawn, SourceModel source) {
    return some(drawn < 0 && !source.isLog() ? DELIVERY_LIMIT : drawn);
  }

  private static OptionalInt some(int number) {
    return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** Whether no record is given up for an outage of some minutes. */
  public boolean keepsAll() {
    return retries.orElse(DELIVERY_LIMIT) >= DELIVERY_LIMIT && age.isEmpty();
  }
}
