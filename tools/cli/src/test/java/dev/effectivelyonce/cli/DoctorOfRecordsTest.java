package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.bench.LocalAws;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the doctor says of consumers that may lose messages to others. */
class DoctorOfRecordsTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();

  private Bench bench;

  @BeforeEach
  void open(@TempDir Path directory) {
    bench = Bench.at(AWS, directory);
  }

  @Test
  void recordsThatTwoFunctionsClaimedAreAWarning() {
    putClaimedBy("orders#1", "orders-a");
    putClaimedBy("orders#2", "orders-b");
    putClaimedBy("bills#1", "bills");

    assertThat(bench.run("doctor").out())
        .contains("records of orders were claimed by several functions: orders-a, orders-b.");
  }

  @Test
  void recordsOfOneFunctionAreNone() {
    putClaimedBy("orders#1", "orders-a");
    putClaimedBy("orders#2", "orders-a");

    assertThat(bench.run("doctor").out()).doesNotContain("several functions");
  }

  @Test
  void aConsumerWithoutAFingerprintIsAWarning() {
    assertThat(bench.run("doctor").out()).doesNotContain("no fingerprint");
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"orders\",\"queue\":\"%s\",\"table\":\"%s\",\"key\":\"/id\"}]}"
            .formatted(bench.queue, bench.table));

    assertThat(bench.run("doctor").out())
        .contains("no fingerprint is named: another payload under a used key is skipped");
  }

  private void putClaimedBy(String id, String function) {
    bench
        .aws
        .dynamoDb()
        .putItem(
            request ->
                request
                    .tableName(bench.table)
                    .item(
                        Map.of(
                            "id", AttributeValue.fromS(id),
                            "claimed_by", AttributeValue.fromS(function))));
  }
}
