package dev.effectivelyonce.local.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The template of the trial stack, without what the runner passes over. */
class TemplateReaderTest {
  private static final URI SQS = URI.create("http://127.0.0.1:4566");

  private final StackTemplate template =
      new TemplateReader(synthesized())
          .read("EffectivelyOnce-trial", "eu-west-1", SQS, URI.create("http://127.0.0.1:1"));

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
