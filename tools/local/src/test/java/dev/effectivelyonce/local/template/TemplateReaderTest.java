package dev.effectivelyonce.local.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import dev.effectivelyonce.local.template.QueueResource.Redrive;
import dev.effectivelyonce.local.template.TableResource.Index;
import dev.effectivelyonce.local.template.TableResource.KeyPart;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The template of the trial stack, without what the runner passes over. */
class TemplateReaderTest {
  private static final URI SQS = URI.create("http://127.0.0.1:4566");

  private final StackTemplate template =
      new TemplateReader(synthesized())
          .read("EffectivelyOnce-trial", "eu-west-1", SQS, URI.create("http://127.0.0.1:1"));

  @Test
  void aQueueHasItsNameArnUrlAttributesAndRedrive() {
    QueueResource payments = queue(it -> it.redrive().isPresent() && it.isFifo());

    assertThat(payments.name()).startsWith("EffectivelyOnce-trial-Payments-").endsWith(".fifo");
    assertThat(payments.arn()).isEqualTo("arn:aws:sqs:eu-west-1:000000000000:" + payments.name());
    assertThat(payments.url()).isEqualTo(SQS + "/000000000000/" + payments.name());
    assertThat(payments.attributes())
        .containsEntry("VisibilityTimeout", "30")
        .containsEntry("FifoQueue", "true")
        .containsEntry("MessageRetentionPeriod", "345600");
    QueueResource dead = queue(it -> it.redrive().isEmpty() && it.isFifo());
    assertThat(payments.redrive()).contains(new Redrive(dead.arn(), 3));
  }

  @Test
  void aTableHasItsKeyAndItsTimeToLive() {
    assertThat(template.tables())
        .extracting(TableResource::key, TableResource::timeToLiveAttribute)
        .contains(
            org.assertj.core.groups.Tuple.tuple(
                List.of(new KeyPart("id", "HASH", "S")), Optional.of("expiration")),
            org.assertj.core.groups.Tuple.tuple(
                List.of(
                    new KeyPart("accountId", "HASH", "S"), new KeyPart("paymentId", "RANGE", "S")),
                Optional.empty()));
  }

  @Test
  void aTableHasItsIndexes() {
    assertThat(template.tables())
        .filteredOn(table -> table.name().equals(template.output("IdempotencyTableName")))
        .singleElement()
        .satisfies(
            table -> {
              assertThat(table.indexes())
                  .containsExactly(
                      new Index(
                          "listing",
                          List.of(
                              new KeyPart("listing", "HASH", "S"),
                              new KeyPart("updated_at", "RANGE", "N")),
                          "KEYS_ONLY",
                          List.of()));
              assertThat(table.keyAttributes())
                  .extracting(KeyPart::attribute)
                  .containsExactly("id", "listing", "updated_at");
            });
  }

  @Test
  void whatDoesSomethingOnAwsAndNothingHereIsNamed(@TempDir Path folder) {
    assertThat(template.passedOver()).isEmpty();

    StackTemplate other =
        TestStack.in(folder)
            .read(
                "{\"Resources\": {",
                "{\"Resources\": {\"Clicks\": {\"Type\": \"AWS::Kinesis::Stream\"},"
                    + " \"Uploads\": {\"Type\": \"AWS::S3::Bucket\"},");

    assertThat(other.passedOver())
        .containsExactly("AWS::Kinesis::Stream Clicks", "AWS::S3::Bucket Uploads");
  }

  @Test
  void aFunctionHasItsHandlerTimeMemoryZipAndResolvedVariables() {
    FunctionResource orders = function("Orders");

    assertThat(orders.handler()).startsWith("dev.effectivelyonce.functions.orders.OrdersHandler");
    assertThat(orders.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(orders.memoryMiB()).isEqualTo(1024);
    assertThat(orders.zip()).isEqualTo(synthesized().resolve("asset.f00d.zip"));
    assertThat(orders.environment())
        .containsEntry("EFFECTIVELY_ONCE_TABLE", template.output("IdempotencyTableName"))
        .containsEntry("ORDERS_TABLE", template.output("OrdersTableName"));
  }

  @Test
  void anEventSourceJoinsItsQueueToItsFunctionThroughTheAlias() {
    EventSourceResource source =
        template.eventSources().stream()
            .filter(it -> it.queue().isFifo())
            .findFirst()
            .orElseThrow();

    assertThat(source.function()).isEqualTo(live("Payments"));
    assertThat(source.batchSize()).isEqualTo(10);
    assertThat(source.batchingWindow()).isEqualTo(Duration.ZERO);
    assertThat(source.maximumConcurrency()).isEqualTo(OptionalInt.of(4));
    assertThat(source.reporting()).isEqualTo(BatchReporting.ITEM_FAILURES);
  }

  @Test
  void aStreamJoinsItsTableToItsFunctionAndIsNoQueuesEventSource() {
    assertThat(template.streams())
        .singleElement()
        .satisfies(
            stream -> {
              assertThat(stream.table().streamView()).contains("KEYS_ONLY");
              assertThat(stream.function()).isEqualTo(live("OutboxPublisher"));
              assertThat(stream.batchSize()).isEqualTo(100);
              assertThat(stream.eventNames()).containsExactly("INSERT");
              assertThat(stream.reporting()).isEqualTo(BatchReporting.ITEM_FAILURES);
            });
    assertThat(template.eventSources()).hasSize(2);
  }

  @Test
  void aScheduleHasItsRateAndItsFunction() {
    assertThat(template.schedules())
        .singleElement()
        .isEqualTo(new ScheduleResource(live("OutboxSweeper"), Duration.ofMinutes(5)));
  }

  @Test
  void aMappingOfKinesisIsPassedOver(@TempDir Path folder) {
    StackTemplate read =
        TestStack.in(folder)
            .read(
                TestStack.OF_THE_QUEUE,
                "\"EventSourceArn\": \"arn:aws:kinesis:eu-west-1:123456789012:stream/clicks\"");

    assertThat(read.eventSources()).isEmpty();
    assertThat(read.streams()).isEmpty();
  }

  @Test
  void anOutputThatTheRunnerCannotKnowIsLeftOut(@TempDir Path folder) {
    assertThat(TestStack.in(folder).read("", "").outputs())
        .containsOnlyKeys("QueueUrl", "DeadLetterQueueUrl", "TableName");
  }

  @Test
  void outputsAreWhatADeploymentWouldPrint() {
    assertThat(template.output("PaymentsQueueUrl"))
        .isEqualTo(queue(it -> it.redrive().isPresent() && it.isFifo()).url());
    assertThat(template.outputs())
        .containsOnlyKeys(
            "OrdersQueueUrl",
            "OrdersDeadLetterQueueUrl",
            "PaymentsQueueUrl",
            "PaymentsDeadLetterQueueUrl",
            "IdempotencyTableName",
            "OrdersTableName",
            "AccountsTableName",
            "LedgerTableName",
            "ReplayFunctionName");
  }

  private QueueResource queue(Predicate<QueueResource> which) {
    return template.queues().stream().filter(which).findFirst().orElseThrow();
  }

  private CalledFunction live(String start) {
    return new CalledFunction(function(start).name(), function(start).arn() + ":live");
  }

  private FunctionResource function(String start) {
    return template.functions().stream()
        .filter(it -> it.logicalId().startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private static Path synthesized() {
    URL folder = TemplateReaderTest.class.getResource("/synthesized");
    if (folder == null) {
      throw new IllegalStateException("no /synthesized among the test resources");
    }
    try {
      return Path.of(folder.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
