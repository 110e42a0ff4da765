package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Json;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Queue;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionResponseType;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The settings that arrived, as the services tell them. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
@ResourceLock(Uses.PAYMENTS)
class ConfigurationIT {
  private final DeployedStack stack;
  private final DynamoDbClient dynamoDb;

  ConfigurationIT(DeployedStack stack) {
    this.stack = stack;
    this.dynamoDb = stack.clients().dynamoDb();
  }

  @Test
  void recordsExpireByTheirOwnAttribute() {
    String table = stack.outputs().value("IdempotencyTableName");
    TimeToLiveDescription expiry =
        dynamoDb.describeTimeToLive(describe -> describe.tableName(table)).timeToLiveDescription();
    assertThat(expiry.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
    assertThat(expiry.attributeName()).isEqualTo("expiration");
  }

  @Test
  void queuesAreEncryptedAndRefusePlainConnections() {
    assertThat(queues())
        .allSatisfy(
            queue -> {
              assertThat(queue.attribute(QueueAttributeName.SQS_MANAGED_SSE_ENABLED))
                  .isEqualTo("true");
              assertThat(queue.attribute(QueueAttributeName.POLICY))
                  .contains("aws:SecureTransport");
            });
  }

  @Test
  void eachQueueHasItsOwnDeadLetterQueueAfterThreeReceives() {
    assertThat(consumers())
        .allSatisfy(
            consumer -> {
              Queue deadLetters = consumer.deadLetters().queue();
              JsonNode redrive = json(consumer.queue(), QueueAttributeName.REDRIVE_POLICY);
              assertThat(redrive.path("deadLetterTargetArn").asText()).isEqualTo(deadLetters.arn());
              assertThat(redrive.path("maxReceiveCount").asInt()).isEqualTo(3);
              JsonNode allowed = json(deadLetters, QueueAttributeName.REDRIVE_ALLOW_POLICY);
              assertThat(allowed.path("redrivePermission").asText()).isEqualTo("byQueue");
              assertThat(allowed.path("sourceQueueArns").path(0).asText())
                  .isEqualTo(consumer.queue().arn());
            });
  }

  @Test
  void messagesStayHiddenSixTimesAsLongAsTheFunctionMayTake() {
    assertThat(consumers())
        .allSatisfy(
            consumer -> {
              FunctionConfiguration function = consumer.function().configuration();
              assertThat(function.timeout()).isEqualTo(5);
              assertThat(consumer.queue().attribute(QueueAttributeName.VISIBILITY_TIMEOUT))
                  .isEqualTo("30");
            });
  }

  @Test
  void theLiveAliasIsPolledForWithPartialResponses() {
    assertThat(consumers())
        .allSatisfy(
            consumer -> {
              EventSourceMappingConfiguration mapping = consumer.function().mapping();
              assertThat(mapping.functionArn()).endsWith(":live");
              assertThat(mapping.functionResponseTypes())
                  .containsExactly(FunctionResponseType.REPORT_BATCH_ITEM_FAILURES);
              assertThat(mapping.batchSize()).isEqualTo(10);
              assertThat(mapping.scalingConfig().maximumConcurrency()).isEqualTo(4);
            });
  }

  @Test
  void aDeadLetterRaisesAnAlarm() {
    List<MetricAlarm> alarms =
        stack.clients().cloudWatch().describeAlarmsPaginator().metricAlarms().stream().toList();
    assertThat(consumers())
        .allSatisfy(
            consumer ->
                assertThat(alarms)
                    .anySatisfy(
                        alarm -> {
                          assertThat(alarm.metricName())
                              .isEqualTo("ApproximateNumberOfMessagesVisible");
                          assertThat(alarm.threshold()).isEqualTo(1.0);
                          assertThat(alarm.dimensions().getFirst().value())
                              .isEqualTo(consumer.deadLetters().queue().name());
                        }));
  }

  private List<Consumer> consumers() {
    return List.of(stack.orders(), stack.payments(), stack.receipts());
  }

  private List<Queue> queues() {
    return consumers().stream()
        .flatMap(consumer -> Stream.of(consumer.queue(), consumer.deadLetters().queue()))
        .toList();
  }

  private static JsonNode json(Queue queue, QueueAttributeName name) {
    return Json.read(queue.attribute(name));
  }
}
