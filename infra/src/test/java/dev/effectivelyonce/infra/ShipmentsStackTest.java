package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Template;

/** The consumer of Kafka, in a stack of its own. */
class ShipmentsStackTest {
  static final String CLUSTER = "arn:aws:kafka:eu-west-1:123456789012:cluster/shop/5f2b-1";

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial =
      STACKS.of(
          Deployment.from(
              setting ->
                  Optional.ofNullable(Map.of("stage", "trial", "kafka", CLUSTER).get(setting))));

  @Test
  void theFunctionReadsTheClustersTopicAndReportsItems() {
    assertThat(TemplateReader.values(trial, "AWS::Lambda::EventSourceMapping"))
        .contains(
            "EventSourceArn=" + CLUSTER,
            "Topics=[shipments]",
            "FunctionResponseTypes=[ReportBatchItemFailures]",
            "AmazonManagedKafkaEventSourceConfig.ConsumerGroupId=shipments")
        .anyMatch(it -> it.startsWith("ProvisionedPollerConfig."));
    assertThat(TemplateReader.properties(trial, "ShipmentsFunction"))
        .contains("PARCELS_TABLE={Ref=ParcelsTable", "SIMULATE=on");
  }

  @Test
  void itMayWriteItsRecordsAndParcelsReadItsTopicAndPark() {
    String topic = "arn:aws:kafka:eu-west-1:123456789012:topic/shop/5f2b-1/shipments";

    assertThat(TemplateReader.rights(trial, "ShipmentsRole"))
        .contains(
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "ParcelsTable dynamodb:UpdateItem",
            "ShipmentsParkingQueue sqs:SendMessage",
            CLUSTER + " kafka-cluster:Connect",
            topic + " kafka-cluster:ReadData")
        .doesNotContain("ParcelsTable dynamodb:PutItem");
  }

  @Test
  void theStackSaysWhereParcelsAndParkedRecordsAre() {
    assertThat(TemplateReader.keys(trial, "ParcelsTable")).containsExactly("orderId");
    assertThat(trial.findOutputs("*").keySet())
        .containsExactlyInAnyOrder(
            "IdempotencyTableName",
            "ParcelsTableName",
            "ShipmentsFunctionName",
            "ShipmentsParkingQueueUrl",
            "ReplayFunctionName");
  }

  /** docs/deploy.md counts them. */
  @Test
  void itHasTheAlarmsOfItsConsumerItsWatchAndItsReplay() {
    trial.resourceCountIs("AWS::CloudWatch::Alarm", 14);
  }

  @Test
  void itRingsWhenNothingReadsTheSource() {
    assertThat(TemplateReader.properties(trial, "UnsettledSourceStoppedAlarmshipments"))
        .contains("MetricName=source.stopped");
    assertThat(TemplateReader.rights(trial, "UnsettledRole"))
        .contains("ShipmentsEventSource lambda:GetEventSourceMapping");
  }

  @Test
  void theReplaySendsParkedRecordsBackToTheFunction() {
    assertThat(TemplateReader.rights(trial, "ReplayRole"))
        .contains(
            "ShipmentsParkingQueue sqs:ReceiveMessage", "ShipmentsLive lambda:InvokeFunction");
    assertThat(TemplateReader.properties(trial, "ReplayFunction"))
        .contains("SHIPMENTS_PARKING_QUEUE_URL=", "SHIPMENTS_CONSUMER=shipments");
  }
}
