package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableAttributes;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kinesis.StreamConsumer;
import software.amazon.awscdk.services.kinesis.StreamEncryption;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterCriteriaProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterProperty;

class IdempotentStreamConsumerTest extends GoldenStackTest {
  private static final String STREAM = "arn:aws:kinesis:eu-central-1:123456789012:stream/clicks";
  private static final String PUSHED = STREAM + "/consumer/ours:1790000000";

  @Override
  void fill() {
    test.stream("Clicks").stream(
            Stream.Builder.create(test.stack(), "Stream")
                .encryption(StreamEncryption.UNENCRYPTED)
                .build())
        .gradualDeployment(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE)
        .build();
    test.stream("Pushed")
        .streamConsumer(StreamConsumer.fromStreamConsumerArn(test.stack(), "Registered", PUSHED))
        .build()
        .eventSource()
        .setFilterCriteria(
            FilterCriteriaProperty.builder()
                .filters(List.of(FilterProperty.builder().pattern("{\"data\":{}}").build()))
                .build());
    test.stream("Changes").tableStream(table("Orders", StreamViewType.NEW_AND_OLD_IMAGES)).build();
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    assertRefused(refused(), "one stream. Set either stream(...) or tableStream(...)");
    assertRefused(onTable(refused()).stream(stream()), "one stream");
    assertRefused(
        refused().tableStream(table("Plain", null)),
        "the table has no stream. Set stream(NEW_AND_OLD_IMAGES) on it");
    assertRefused(onTable(refused()).startingAt(Instant.EPOCH), "has no positions by time");
    assertRefused(onTable(refused()).batchSize(0), "batchSize is 0: Lambda takes 1 to 10000");
    assertRefused(onTable(refused()).parallelizationFactor(11), "parallelizationFactor is 11");
    assertRefused(onTable(refused()).maximumRetryAttempts(-2), "maximumRetryAttempts is -2");
    assertRefused(
        onTable(refused()).batchingWindow(Duration.ofMinutes(6)), "batchingWindow is 360 s");
    assertRefused(
        onTable(refused()).backoff(Duration.ZERO, Duration.ZERO), "backoff is from 0 s to 0 s");
    assertRefused(onTable(refused()).heartbeat(Duration.ofMillis(5)), "heartbeat is 5 ms");
    assertRefused(
        onTable(refused()).maximumRecordAge(Duration.ofHours(24)),
        "what is given up must still be there to be read");
    assertRefused(
        refused().stream(stream()).streamRetention(Duration.ofHours(23)),
        "Kinesis keeps records from 24 h");
    assertRefused(
        onTable(refused()).recordRetention(Duration.ofDays(14)),
        "one that is sent again late would run again");
    assertRefused(
        onTable(refused()).outageTolerance(Duration.ofHours(11)), "Set 1 s to half of that");
    assertRefused(
        onTable(refused()).maximumRetryAttempts(20), "cover 1260 s, less than the 1800 s");
    assertRefused(onTable(refused()).maxAttempts(100), "a record is tried up to 211 times");
  }

  private IdempotentStreamConsumer.Builder onTable(IdempotentStreamConsumer.Builder builder) {
    return builder.tableStream(
        Table.fromTableAttributes(
            test.stack(),
            test.unique("Imported"),
            TableAttributes.builder()
                .tableArn("arn:aws:dynamodb:eu-central-1:123456789012:table/Orders")
                .tableStreamArn(
                    "arn:aws:dynamodb:eu-central-1:123456789012:table/Orders/stream/2026")
                .build()));
  }

  private Stream stream() {
    return Stream.Builder.create(test.stack(), test.unique("Stream")).build();
  }

  private Table table(String id, @Nullable StreamViewType view) {
    Table.Builder table =
        Table.Builder.create(test.stack(), id)
            .partitionKey(Attribute.builder().name("id").type(AttributeType.STRING).build());
    return view == null ? table.build() : table.stream(view).build();
  }

  private IdempotentStreamConsumer.Builder refused() {
    return test.stream(test.unique("Refused"));
  }
}
