package dev.effectivelyonce.local.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.fixture.TestStack;
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
  private static final String LIVE =
      "arn:aws:lambda:eu-west-1:000000000000:function:Test-Function:live";
  private static final FailureHandling REPORTING = FailureHandling.defaults().reportingItems();
  private static final String OWN =
      """
      "SelfManagedEventSource": {"Endpoints": {"KafkaBootstrapServers": ["one:9096"]}},
      "Topics": ["parcels"], "StartingPosition": "LATEST", "ProvisionedPollerConfig": {}
      """;

  @TempDir Path folder;

  @Test
  void aMappingOfMskHasAllItsSettings() {
    KafkaResource topic =
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

    assertThat(topic.mostPollers()).isEqualTo(OptionalInt.of(3));
    assertThat(topic.mapping())
        .isEqualTo(
            KafkaMapping.of("parcels", "group", LIVE)
                .onMsk("arn:aws:kafka:eu-west-1:123456789012:cluster/shop/1-1")
                .from(new StartingPosition.AtTimestamp(Instant.ofEpochSecond(60)))
                .batching(10, Duration.ZERO)
                .onFailures(
                    REPORTING
                        .bisecting()
                        .retries(7)
                        .maximumAge(Duration.ofSeconds(90))
                        .to(
                            new OnFailure.Queue(
                                "http://127.0.0.1:1/000000000000/Test-Dead.fifo"))));
  }

  @Test
  void aMappingOfAnotherClusterHasTheDefaultsOfLambda() {
    KafkaResource topic = read(OWN);

    assertThat(topic.mostPollers()).isEmpty();
    assertThat(topic.mapping())
        .isEqualTo(
            KafkaMapping.of("parcels", "Mapping", LIVE)
                .from(new StartingPosition.Latest())
                .batching(10, Duration.ZERO)
                .onFailures(REPORTING));
  }

  @Test
  void minusOneIsNoLimitAndATopicTakesWhatIsGivenUp() {
    String more =
        """
        , "MaximumRetryAttempts": -1, "MaximumRecordAgeInSeconds": -1,
        "DestinationConfig": {"OnFailure": {"Destination": "kafka://failed"}}
        """;

    assertThat(read(OWN + more).mapping().failures())
        .isEqualTo(REPORTING.to(new OnFailure.Topic("failed")));
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
  void aValueThatLambdaDoesNotTakeNamesItsResource() {
    assertThatThrownBy(() -> read(OWN + ", \"MaximumRecordAgeInSeconds\": 59"))
        .isInstanceOf(LocalRunnerException.class)
        .hasMessage(
            "Template, resource Mapping: A record's maximum age is 60 to 604,800 seconds, not"
                + " PT59S");
  }

  private KafkaResource read(String mapping) {
    return TestStack.in(folder).read(TestStack.OF_THE_QUEUE, mapping).kafka().getFirst();
  }
}
