package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;

class IdempotencyTableTest {
  @Test
  void theTableIsThisAndNothingElse(@TempDir Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    IdempotencyTable.Builder.create(stack, "Records").build();

    assertThat(TemplateReader.values(Template.fromStack(stack), "AWS::DynamoDB::Table"))
        .containsExactlyInAnyOrder(
            "Type=AWS::DynamoDB::Table",
            "DeletionPolicy=Retain",
            "UpdateReplacePolicy=Retain",
            "AttributeDefinitions=[{AttributeName=id, AttributeType=S}, {AttributeName=listing,"
                + " AttributeType=S}, {AttributeName=updated_at, AttributeType=N}]",
            "KeySchema=[{AttributeName=id, KeyType=HASH}]",
            "GlobalSecondaryIndexes=[{IndexName=listing, KeySchema=[{AttributeName=listing,"
                + " KeyType=HASH}, {AttributeName=updated_at, KeyType=RANGE}],"
                + " Projection={ProjectionType=KEYS_ONLY}}]",
            "TimeToLiveSpecification.AttributeName=expiration",
            "TimeToLiveSpecification.Enabled=true",
            "BillingMode=PAY_PER_REQUEST",
            "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled=true",
            "DeletionProtectionEnabled=true");
  }

  @Test
  void itTakesAsManyWritesFromTheStartAsIsSaid(@TempDir Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    IdempotencyTable.Builder.create(stack, "Records").warmWritesPerSecond(20_000).build();

    assertThat(TemplateReader.values(Template.fromStack(stack), "AWS::DynamoDB::Table"))
        .contains("WarmThroughput.WriteUnitsPerSecond=20000");
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
}
