package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.RecordTable;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.operations.record.ScanPace;
import dev.effectivelyonce.operations.record.Scanned;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Killed attempts are found in the table, without their keys. */
class StaleRecordsTest {
  private static final int LARGE = 350_000;

  private final List<Duration> pauses = new ArrayList<>();
  private final List<Scanned> progress = new ArrayList<>();
  private Orders orders;

  @BeforeEach
  void open(@TempDir Path temporary) {
    orders = new Orders(temporary, Orders.STILL);
  }

  @Test
  void aLargeTableIsReadAtThePaceThatWasAskedForAndShowsProgress() {
    for (int i = 0; i < 8; i++) {
      putLarge("other#" + i);
    }
    orders.claimed("O-1");

    RecordTable found = stale();

    assertThat(found.records()).hasSize(1);
    assertThat(progress).hasSizeGreaterThan(2);
    double units = progress.get(progress.size() - 2).readUnits();
    assertThat(pauses.getLast().toMillis()).isEqualTo(Math.round(units * 100));
  }

  private void putLarge(String id) {
    LocalAws.dynamoDb()
        .putItem(
            request ->
                request
                    .tableName(orders.table)
                    .item(
                        Map.of(
                            "id", AttributeValue.fromS(id),
                            "data", AttributeValue.fromS("x".repeat(LARGE)))));
  }

  private RecordTable stale() {
    try (OperatorContext context = context()) {
      return new Records(context)
          .find(
              context.consumer("orders"),
              RecordFilter.stale,
              100,
              new ScanPace(10, (soFar, total) -> progress.add(soFar)));
    }
  }

  /** Time stands still: what was used is paused for in full. */
  private OperatorContext context() {
    Platform system = Platform.system();
    return orders.context(
        Map.of(Service.DYNAMODB, LocalAws.dynamoDbEndpoint()),
        new Platform(Orders.STILL, system.owners(), system.random(), pauses::add));
  }
}
