package dev.effectivelyonce.local.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.eventsource.rabbitmq.RabbitMqMapping;
import dev.effectivelyonce.local.fixture.TestStack;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mappings of RabbitMQ in a template, as CloudFormation writes them. */
class RabbitMqParserTest {
  private static final String ARN = "arn:aws:mq:eu-west-1:123456789012:broker:shop:b-1";
  private static final String QUEUE = "\"EventSourceArn\": {\"Fn::GetAtt\": [\"Source\", \"Arn\"]}";
  private static final String BATCHING =
      "\"BatchSize\": 10, \"MaximumBatchingWindowInSeconds\": 0,";
  private static final String OWN =
      """
      "EventSourceArn": "%s", "Queues": ["orders"]
      """
          .formatted(ARN);

  @TempDir Path folder;

  @Test
  void aMappingHasItsQueueWithItsVirtualHostAndItsBatches() throws IOException {
    StackTemplate template =
        read(
            """
            , "BatchSize": 7, "MaximumBatchingWindowInSeconds": 3, "SourceAccessConfigurations": [
              {"Type": "BASIC_AUTH", "URI": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:s"},
              {"Type": "VIRTUAL_HOST", "URI": "shop"}]
            """);
    RabbitMqResource mapping = template.rabbitMq().getFirst();

    assertThat(RabbitMqMapping.of(mapping))
        .isEqualTo(new RabbitMqMapping("orders", "shop", ARN, 7, Duration.ofSeconds(3)));
    assertThat(mapping.function()).isEqualTo(template.functions().getFirst());
    assertThat(template.invokedArn(mapping.function())).endsWith(":live");
  }

  @Test
  void whatAMappingLeavesOutIsAsOnLambda() throws IOException {
    assertThat(RabbitMqMapping.of(read("").rabbitMq().getFirst()))
        .isEqualTo(RabbitMqMapping.of("orders", ARN))
        .isEqualTo(new RabbitMqMapping("orders", "/", ARN, 100, Duration.ofMillis(500)));
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

  @Test
  void aValueThatLambdaDoesNotTakeNamesItsResource() throws IOException {
    RabbitMqResource mapping = read(", \"BatchSize\": 10001").rabbitMq().getFirst();

    assertThatThrownBy(() -> RabbitMqMapping.of(mapping))
        .isInstanceOf(LocalRunnerException.class)
        .hasMessage("Template, resource Mapping: A batch has 1 to 10,000 messages, not 10001");
  }

  private StackTemplate read(String more) throws IOException {
    return written(OWN + more);
  }

  private StackTemplate written(String mapping) throws IOException {
    TestStack.in(folder).write();
    Path template = folder.resolve("Test.template.json");
    String ofQueue = Files.readString(template);
    assertThat(ofQueue).contains(QUEUE, BATCHING);
    Files.writeString(template, ofQueue.replace(BATCHING, "").replace(QUEUE, mapping));
    return new TemplateReader(folder)
        .read(
            "Test",
            "eu-west-1",
            URI.create("http://127.0.0.1:1"),
            URI.create("http://127.0.0.1:2"));
  }
}
