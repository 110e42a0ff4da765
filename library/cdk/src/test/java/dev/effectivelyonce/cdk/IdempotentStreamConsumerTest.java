package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;
import static dev.effectivelyonce.cdk.TestStack.onFailure;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.assertions.Match;
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

class IdempotentStreamConsumerTest extends StackTest {
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
  void failuresAreReportedOneByOneBisectedAndGivenUpToTheParkingQueue() {
    template.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.ofEntries(
            Map.entry("BatchSize", 100),
            Map.entry("BisectBatchOnFunctionError", true),
            Map.entry("FunctionResponseTypes", List.of("ReportBatchItemFailures")),
            Map.entry("FunctionName", Map.of("Ref", Match.stringLikeRegexp("^ClicksLive"))),
            Map.entry("MaximumRecordAgeInSeconds", 72_000),
            Map.entry("MaximumRetryAttempts", -1),
            Map.entry("ParallelizationFactor", 1),
            Map.entry("StartingPosition", "TRIM_HORIZON"),
            Map.entry("TumblingWindowInSeconds", Match.absent()),
            Map.entry("DestinationConfig", onFailure("ClicksParkingQueue"))));
  }

  @Test
  void itMayReadItsStreamKeepRecordsAndPark() {
    assertThat(rights("ClicksRole"))
        .containsExactlyInAnyOrder(
            "RecordsTable dynamodb:BatchGetItem",
            "RecordsTable dynamodb:GetItem",
            "RecordsTable dynamodb:PartiQLInsert",
            "RecordsTable dynamodb:PartiQLUpdate",
            "RecordsTable dynamodb:PutItem",
            "RecordsTable dynamodb:UpdateItem",
            "ClicksParkingQueue sqs:SendMessage",
            "Stream kinesis:DescribeStream",
            "Stream kinesis:DescribeStreamSummary",
            "Stream kinesis:GetRecords",
            "Stream kinesis:GetShardIterator",
            "Stream kinesis:ListShards",
            "ClicksLogs logs:CreateLogStream",
            "ClicksLogs logs:PutLogEvents");
    assertThat(rights("ChangesRole"))
        .contains(
            "Orders dynamodb:DescribeStream",
            "Orders dynamodb:GetRecords",
            "Orders dynamodb:GetShardIterator",
            "Orders dynamodb:ListStreams",
            "ChangesParkingQueue sqs:SendMessage")
        .noneMatch(it -> it.startsWith("Orders dynamodb:PutItem"));
  }

  @Test
  void aRegisteredConsumerIsReadInsteadOfItsStream() {
    template.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.of(
            "EventSourceArn",
            PUSHED,
            "FilterCriteria",
            Map.of("Filters", List.of(Map.of("Pattern", "{\"data\":{}}")))));
    assertThat(rights("PushedRole"))
        .contains(
            STREAM + " kinesis:GetRecords",
            PUSHED + " kinesis:DescribeStreamConsumer",
            PUSHED + " kinesis:SubscribeToShard");
  }

  @Test
  void theFunctionGetsWhatFollowsFromItsSettings() {
    assertThat(properties("ClicksFunction"))
        .contains(
            "EFFECTIVELY_ONCE_PARKING_QUEUE_URL={Ref=ClicksParkingQueue}",
            "EFFECTIVELY_ONCE_CONSUMER=Clicks",
            // A day in the stream, 14 in the parking queue, and one more.
            "EFFECTIVELY_ONCE_RETENTION=PT384H",
            // Seven attempts fit into an invocation of a minute, and 30 of these into an outage.
            "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT=211",
            "EFFECTIVELY_ONCE_MODE=ENFORCE");
  }

  @Test
  void theParkingQueueTakesWholeRecordsAndKeepsThemForTwoWeeks() {
    assertThat(property("ClicksParkingQueue", "MaximumMessageSize")).isEqualTo(1_048_576);
    assertThat(property("ClicksParkingQueue", "MessageRetentionPeriod")).isEqualTo(1_209_600);
  }

  @Test
  void parkedRecordsAndAShardThatIsHeldRing() {
    assertThat(properties("ClicksParkedAlarm"))
        .contains("ApproximateNumberOfMessagesVisible", "Threshold=1", "#parked");
    assertThat(properties("ClicksIteratorAgeAlarm"))
        .contains("IteratorAge", "Threshold=900000", "900 s late", "#stream-behind");
    template.resourcePropertiesCountIs(
        "AWS::CloudWatch::Alarm",
        Match.objectLike(Map.of()),
        3 * (StreamAlarm.values().length - 3));
    template.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 1);
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
