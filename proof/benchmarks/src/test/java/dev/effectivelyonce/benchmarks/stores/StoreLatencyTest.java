package dev.effectivelyonce.benchmarks.stores;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class StoreLatencyTest {
  @Test
  void eachStoreHasAFigureForEachBatch() {
    String table = new StoreLatency(line -> {}, 1, 1).run();

    assertThat(table.lines().findFirst().orElseThrow())
        .contains("DynamoDB Local", "PostgreSQL", "Redis, SYNC", "Redis, ASYNC");
    assertThat(table.lines().skip(2))
        .hasSize(6)
        .allSatisfy(row -> assertThat(row).matches("\\| .+( \\| +\\d+\\.\\d\\d){4} \\|"));
  }
}
