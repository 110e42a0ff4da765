package dev.effectivelyonce.local.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.fixture.TestStack;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mappings of RabbitMQ in a template, as CloudFormation writes them. */
class RabbitMqParserTest {
  private static final String ARN = "arn:aws:mq:eu-west-1:123456789012:broker:shop:b-1";
  private static final String OWN =
      """
      "EventSourceArn": "%s", "Queues": ["orders"]
      """
          .formatted(ARN);

  @TempDir Path folder;

  @Test
  void aMappingHasItsQueueWithItsVirtualHostAndItsBatches() {
    RabbitMqResource queue =
        read(
            """
            , "BatchSize": 7, "MaximumBatchingWindowInSeconds": 3, "SourceAccessConfigurations": [
              {"Type": "BASIC_AUTH", "URI": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:s"},
              {"Type": "VIRTUAL_HOST", "URI": "shop"}]
            """);

    assertThat(queue.mapping())
        .isEqualTo(
            new RabbitMqMapping("orders", "shop", ARN, new Batching(7, Duration.ofSeconds(3))));
    assertThat(queue.function().name()).isEqualTo("Test-Function");
    assertThat(queue.function().invokedArn()).endsWith(":live");
  }

  @Test
  void whatAMappingLeavesOutIsAsOnLambda() {
    assertThat(read("").mapping())
        .isEqualTo(RabbitMqMapping.of("orders", ARN))
        .isEqualTo(
            new RabbitMqMapping("orders", "/", ARN, new Batching(100, Duration.ofMillis(500))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[\"orders\"] | [\"one\", \"two\"] | names 2 queues; a mapping reads one",
        "\"Queues\" | \"FilterCriteria\": {\"Filters\": []}, \"Queues\" | filters no messages"
      })
  void whatTheRunnerDoesNotDoIsRefused(String standing, String other, String message) {
    assertThatThrownBy(() -> written(OWN.replace(standing, other)))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("resource Mapping")
        .hasMessageContaining(message);
  }

  private RabbitMqResource read(String more) {
    return written(OWN + more);
  }

  private RabbitMqResource written(String mapping) {
    return TestStack.in(folder)
        .read(TestStack.BATCHING + TestStack.OF_THE_QUEUE, mapping)
        .rabbitMq()
        .getFirst();
  }
}
