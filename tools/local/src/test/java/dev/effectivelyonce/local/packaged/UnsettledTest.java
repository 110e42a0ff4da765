package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.ScheduleResource;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The packaged watch of what is half done, on the synthesized stack. */
@Tag("full")
@Isolated
class UnsettledTest {

  @Test
  void aRequestThatStoppedHalfWayIsFoundWithItsAge(@TempDir Path work) {
    LocalSettings settings = PackagedStack.in(work);
    try (LocalSystem system = LocalSystem.start(settings)) {
      ScheduleResource schedule =
          system.template().schedules().stream()
              .filter(
                  it ->
                      system
                          .template()
                          .function(it.function())
                          .environment()
                          .containsKey("EFFECTIVELY_ONCE_CONSUMERS"))
              .findFirst()
              .orElseThrow();
      String watch = schedule.function().name();
      assertThat(schedule.rate()).isEqualTo(Duration.ofMinutes(5));
      assertThat(system.invoke(watch, "{}"))
          .isEqualTo(new Succeeded("{\"fulfilment\":0,\"payments-api\":0}"));

      Instant charged = Clock.systemUTC().instant().minus(Duration.ofHours(2));
      system
          .dynamoDb()
          .putItem(
              put -> put.tableName(system.output("IdempotencyTableName")).item(halfDone(charged)));

      assertThat(system.invoke(watch, "{}").toString())
          .contains("\"fulfilment\":0")
          .containsPattern("\"payments-api\":72[0-9]{2}}");
    }
  }

  private static Map<String, AttributeValue> halfDone(Instant since) {
    Map<String, AttributeValue> charge =
        Map.of("state", fromS("INTENT"), "position", fromN("1"), "attempt", fromN("1"));
    return Map.of(
        "id", fromS("payments-api#a-OXvd8Ock60UPld7io4VfQkVOXRFDoKp7cD17Y8clY"),
        "listing", fromS("payments-api#6"),
        "status", fromS("RETRYABLE"),
        "owner", fromS("owner-1"),
        "attempt", fromN("1"),
        "in_progress_expiration", fromN(Long.toString(since.toEpochMilli())),
        "expiration", fromN(Long.toString(since.plus(Duration.ofDays(1)).getEpochSecond())),
        "updated_at", fromN(Long.toString(since.toEpochMilli())),
        "schema", fromN("1"),
        "steps", fromM(Map.of("charge", fromM(charge))));
  }
}
