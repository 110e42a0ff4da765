package dev.effectivelyonce.local.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.eventsource.kafka.KafkaMapping;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import dev.effectivelyonce.local.template.KafkaResource.GivenUp;
import dev.effectivelyonce.local.template.KafkaResource.OnError;
import dev.effectivelyonce.local.template.KafkaResource.Start;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mappings of Kafka in a template, as CloudFormation writes them. */
class KafkaParserTest {
  private static final String QUEUE = "\"EventSourceArn\": {\"Fn::GetAtt\": [\"Source\", \"Arn\"]}";
  private static final String OWN =
      """
      "SelfManagedEventSource": {"Endpoints": {"KafkaBootstrapServers": ["one:9096"]}},
      "Topics": ["parcels"], "StartingPosition": "LATEST", "ProvisionedPollerConfig": {}
      """;

  @TempDir Path folder;

  @Test
  void aMappingOfMskHasAllItsSettings() throws IOException {
    KafkaResource mapping =
        read(
            """
            "EventSourceArn": "arn:aws:kafka:eu-west-1:123456789012:cluster/shop/1-1",
            "Topics": ["parcels"], "StartingPosition": "AT_TIMESTAMP",
            "StartingPositionTimestamp": 60, "BisectBatchOnFunctionError": true,
            "AmazonManagedKafkaEventSourceConfig": {"ConsumerGroupId": "group"},
            "MaximumRetryAttempts": 7, "MaximumRecordAgeInSeconds": 90,
            "ProvisionedPollerConfig": {"MinimumPollers": 1, "MaximumPollers": 3},
            "DestinationConfig": {"OnFailure": {"Destination": {"Fn::GetAtt": ["Dead", "Arn"]}}}
            """);

    assertThat(mapping.clusterArn())
        .contains("arn:aws:kafka:eu-west-1:123456789012:cluster/shop/1-1");
    assertThat(mapping.topic()).isEqualTo("parcels");
    assertThat(mapping.groupId()).isEqualTo("group");
    assertThat(mapping.start()).isEqualTo(new Start.AtTimestamp(Instant.ofEpochSecond(60)));
    assertThat(mapping.batchSize()).isEqualTo(10);
    assertThat(mapping.batchingWindow()).contains(Duration.ZERO);
    assertThat(mapping.mostPollers()).isEqualTo(OptionalInt.of(3));
    assertThat(mapping.reporting()).isEqualTo(BatchReporting.ITEM_FAILURES);
    assertThat(mapping.onError()).isEqualTo(OnError.BISECT);
    assertThat(mapping.maximumRetries()).isEqualTo(OptionalInt.of(7));
    assertThat(mapping.maximumAge()).contains(Duration.ofSeconds(90));
    assertThat(mapping.givenUp()).isInstanceOf(GivenUp.ToQueue.class);
    assertThat(mapping.invokedFunctionArn()).endsWith(":live");
  }

  @Test
  void aMappingOfAnotherClusterHasTheDefaultsOfLambda() throws IOException {
    KafkaResource mapping = read(OWN);

    assertThat(mapping.clusterArn()).isEmpty();
    assertThat(mapping.groupId()).isEqualTo("Mapping");
    assertThat(mapping.start()).isEqualTo(new Start.Latest());
    assertThat(mapping.mostPollers()).isEmpty();
    assertThat(mapping.onError()).isEqualTo(OnError.RETRY);
    assertThat(mapping.maximumRetries()).isEmpty();
    assertThat(mapping.maximumAge()).isEmpty();
    assertThat(mapping.givenUp()).isEqualTo(new GivenUp.Skipped());
  }

  @Test
  void minusOneIsNoLimitAndATopicTakesWhatIsGivenUp() throws IOException {
    KafkaResource mapping =
        read(
            OWN
                + """
                , "MaximumRetryAttempts": -1, "MaximumRecordAgeInSeconds": -1,
                "DestinationConfig": {"OnFailure": {"Destination": "kafka://failed"}}
                """);

    assertThat(mapping.maximumRetries()).isEmpty();
    assertThat(mapping.maximumAge()).isEmpty();
    assertThat(mapping.givenUp()).isEqualTo(new GivenUp.ToTopic("failed"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"ProvisionedPollerConfig\": {} | \"Nothing\": {} | on-demand mode",
        "[\"parcels\"] | [\"one\", \"two\"] | names 2 topics; a mapping reads one",
        "LATEST | NOW | is no starting position: NOW",
        "\"Topics\" | \"FilterCriteria\": {\"Filters\": []}, \"Topics\" | filters no records",
        "\"Topics\" | \"SelfManagedKafkaEventSourceConfig\": {\"SchemaRegistryConfig\": {}},"
            + " \"Topics\" | asks no schema registry",
        "\"Topics\" | \"DestinationConfig\": {\"OnFailure\": {\"Destination\":"
            + " \"arn:aws:s3:::bucket\"}}, \"Topics\" | is no queue of this stack and no topic"
      })
  void whatTheRunnerDoesNotDoIsRefused(String standing, String other, String message) {
    assertThatThrownBy(() -> read(OWN.replace(standing, other)))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("resource Mapping")
        .hasMessageContaining(message);
  }

  @Test
  void aValueThatLambdaDoesNotTakeNamesItsResource() throws IOException {
    KafkaResource mapping = read(OWN + ", \"MaximumRecordAgeInSeconds\": 59");

    assertThatThrownBy(() -> KafkaMapping.of(mapping))
        .isInstanceOf(LocalRunnerException.class)
        .hasMessage(
            "Template, resource Mapping: A record's maximum age is 60 to 604,800 seconds, not"
                + " PT59S");
  }

  private KafkaResource read(String mapping) throws IOException {
    TestStack.in(folder).write();
    Path template = folder.resolve("Test.template.json");
    String ofQueue = Files.readString(template);
    assertThat(ofQueue).contains(QUEUE);
    Files.writeString(template, ofQueue.replace(QUEUE, mapping));
    return new TemplateReader(folder)
        .read(
            "Test", "eu-west-1", URI.create("http://127.0.0.1:1"), URI.create("http://127.0.0.1:2"))
        .kafka()
        .getFirst();
  }
}
