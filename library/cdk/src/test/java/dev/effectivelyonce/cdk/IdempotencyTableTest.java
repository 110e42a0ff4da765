package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;

class IdempotencyTableTest {
  @Test
  void theTableIsThisAndNothingElse(@TempDir Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    IdempotencyTable.Builder.create(stack, "Records").build();

    assertThat(Template.fromStack(stack).findResources("AWS::DynamoDB::Table").values())
        .singleElement()
        .isEqualTo(
            Map.of(
                "Type", "AWS::DynamoDB::Table",
                "Properties", properties(),
                "DeletionPolicy", "Retain",
                "UpdateReplacePolicy", "Retain"));
  }

  @Test
  void itTakesAsManyWritesFromTheStartAsIsSaid(@TempDir Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    IdempotencyTable.Builder.create(stack, "Records").warmWritesPerSecond(20_000).build();

    Template.fromStack(stack)
        .hasResourceProperties(
            "AWS::DynamoDB::Table",
            Map.of("WarmThroughput", Map.of("WriteUnitsPerSecond", 20_000)));
  }

  @Test
  void fewerWritesThanEveryTableTakesAreRefused(@TempDir Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    IdempotencyTable.Builder cold =
        IdempotencyTable.Builder.create(stack, "Records").warmWritesPerSecond(3_999);

    assertThatThrownBy(cold::build)
        .isInstanceOf(InvalidConstructException.class)
        .hasMessageContaining("warmWritesPerSecond is 3999: every new table takes 4000");
  }

  private static Map<String, Object> properties() {
    return Map.of(
        "AttributeDefinitions",
        List.of(attribute("id", "S"), attribute("listing", "S"), attribute("updated_at", "N")),
        "KeySchema",
        List.of(key("id", "HASH")),
        "GlobalSecondaryIndexes",
        List.of(
            Map.of(
                "IndexName", "listing",
                "KeySchema", List.of(key("listing", "HASH"), key("updated_at", "RANGE")),
                "Projection", Map.of("ProjectionType", "KEYS_ONLY"))),
        "TimeToLiveSpecification",
        Map.of("AttributeName", "expiration", "Enabled", true),
        "BillingMode",
        "PAY_PER_REQUEST",
        "PointInTimeRecoverySpecification",
        Map.of("PointInTimeRecoveryEnabled", true),
        "DeletionProtectionEnabled",
        true);
  }

  private static Map<String, String> attribute(String name, String type) {
    return Map.of("AttributeName", name, "AttributeType", type);
  }

  private static Map<String, String> key(String name, String role) {
    return Map.of("AttributeName", name, "KeyType", role);
  }
}
