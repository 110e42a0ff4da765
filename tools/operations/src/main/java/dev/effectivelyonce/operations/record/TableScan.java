package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.operations.problem.OperationException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Reads a whole table for records that no index lists: by several readers, and not faster than its
 * pace. DynamoDB returns the ids of those that fit; all that is read is paid for.
 */
final class TableScan {
  /** One reader gets a page of 1 MB, which is 128 units, some four times a second. */
  private static final double UNITS_OF_A_READER = 500;

  private static final int MOST_READERS = 32;
  private static final double MILLIS = 1_000;

  private final DynamoDbClient client;
  private final Platform platform;
  private final ScanPace pace;
  private final long total;
  private final Instant begin;
  private Scanned soFar = new Scanned(0, 0, true);
  private volatile boolean isEnded;

  /**
   * Begins to count time. The clock must not be put right any more: some service has answered.
   *
   * @param total about how many records there are; 0: nobody knows
   */
  TableScan(DynamoDbClient client, Platform platform, ScanPace pace, long total) {
    this.client = client;
    this.platform = platform;
    this.pace = pace;
    this.total = total;
    this.begin = platform.clock().instant();
  }

  /**
   * Reads it.
   *
   * @param wanted the table and what fits
   * @param goesOn is given each record that fits, by one thread at a time; false ends the reading
   */
  Scanned run(ScanRequest wanted, Predicate<RecordId> goesOn) {
    int readers =
        (int) Math.clamp(Math.ceil(pace.readUnitsPerSecond() / UNITS_OF_A_READER), 1, MOST_READERS);
    ScanRequest.Builder request =
        wanted.toBuilder()
            .projectionExpression("id")
            .totalSegments(readers)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    List<ScanRequest> parts =
        IntStream.range(0, readers).mapToObj(it -> request.segment(it).build()).toList();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> running =
          parts.stream().map(part -> threads.submit(() -> read(part, goesOn))).toList();
      running.forEach(this::await);
    }
    return soFar;
  }

  private void await(Future<Boolean> reader) {
    try {
      reader.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
    } catch (InterruptedException e) {
      isEnded = true;
      Thread.currentThread().interrupt();
      throw OperationException.refused("The reading of the table was interrupted", "Run it again");
    }
  }

  /** Returns whether this part was read to its end. */
  private boolean read(ScanRequest part, Predicate<RecordId> goesOn) throws InterruptedException {
    Map<String, AttributeValue> from = Map.of();
    try {
      do {
        ScanRequest.Builder next = part.toBuilder();
        if (!from.isEmpty()) {
          next.exclusiveStartKey(from);
        }
        ScanResponse page = client.scan(next.build());
        from = page.lastEvaluatedKey();
        Duration early = taken(page, goesOn);
        if (early.isPositive() && !from.isEmpty() && !isEnded) {
          platform.pause().pause(early);
        }
      } while (!from.isEmpty() && !isEnded);
    } catch (RuntimeException e) {
      isEnded = true;
      throw e;
    }
    return from.isEmpty();
  }

  /** Returns how long to wait, so that no more was used than the time that passed allows. */
  private synchronized Duration taken(ScanResponse page, Predicate<RecordId> goesOn) {
    double units =
        soFar.readUnits()
            + (page.consumedCapacity() == null ? 0 : page.consumedCapacity().capacityUnits());
    for (Map<String, AttributeValue> item : page.items()) {
      isEnded = isEnded || !goesOn.test(new RecordId(Objects.requireNonNull(item.get("id")).s()));
    }
    soFar = new Scanned(soFar.records() + page.scannedCount(), units, !isEnded);
    pace.progress().read(soFar, total);
    Duration due = Duration.ofMillis(Math.round(units / pace.readUnitsPerSecond() * MILLIS));
    return due.minus(Duration.between(begin, platform.clock().instant()));
  }
}
