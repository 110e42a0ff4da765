package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.assertions.Template;

/** The consumers of Kafka and RabbitMQ, each in a stack of its own. */
class OwnStacksTest {
  static final String CLUSTER = "arn:aws:kafka:eu-west-1:123456789012:cluster/shop/5f2b-1";
  static final String ARN = "arn:aws:mq:eu-west-1:123456789012:broker:shop:b-1";
  static final String LOGIN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-1a2b3c";
  static final String BROKER = ARN + "," + LOGIN;

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  /** What each stack has by names of its own; docs/deploy.md counts the alarms. */
  @SuppressWarnings("ImmutableEnumChecker") // Its lists are those of List.of.
  enum Own {
    SHIPMENTS(
        "kafka",
        CLUSTER,
        "Parcels",
        "orderId",
        14,
        CLUSTER + " kafka-cluster:Connect",
        "arn:aws:kafka:eu-west-1:123456789012:topic/shop/5f2b-1/shipments kafka-cluster:ReadData"),
    INVOICES(
        "rabbitmq",
        BROKER,
        "Balances",
        "customerId",
        15,
        ARN + " mq:DescribeBroker",
        LOGIN + " secretsmanager:GetSecretValue");

    private final String setting;
    private final String source;
    private final String table;
    private final String key;
    private final int alarms;
    private final List<String> rights;

    Own(String setting, String source, String table, String key, int alarms, String... rights) {
      this.setting = setting;
      this.source = source;
      this.table = table;
      this.key = key;
      this.alarms = alarms;
      this.rights = List.of(rights);
    }

    /** Its consumer, as the constructs' ids begin. */
    String id() {
      return name().charAt(0) + consumer().substring(1);
    }

    String consumer() {
      return name().toLowerCase(Locale.ROOT);
    }

    Template in(Stage stage) {
      return STACKS.of(Map.of("stage", stage.name(), setting, source));
    }

    Template trial() {
      return in(Stage.trial());
    }
  }

  @Test
  void theFunctionReadsTheClustersTopicAndReportsItems() {
    assertThat(TemplateReader.values(Own.SHIPMENTS.trial(), "AWS::Lambda::EventSourceMapping"))
        .contains(
            "EventSourceArn=" + CLUSTER,
            "Topics=[shipments]",
            "FunctionResponseTypes=[ReportBatchItemFailures]",
            "AmazonManagedKafkaEventSourceConfig.ConsumerGroupId=shipments")
        .anyMatch(it -> it.startsWith("ProvisionedPollerConfig."));
  }

  @Test
  void theFunctionReadsTheBrokersQueueWithItsLoginInEachStage() {
    for (Stage stage : Stage.all()) {
      assertThat(TemplateReader.values(Own.INVOICES.in(stage), "AWS::Lambda::EventSourceMapping"))
          .contains(
              "EventSourceArn=" + ARN,
              "Queues=[invoices]",
              "SourceAccessConfigurations=[{Type=BASIC_AUTH, URI="
                  + LOGIN
                  + "}, {Type=VIRTUAL_HOST, URI=/}]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void itMayWriteItsRecordsAndItsTableReadItsSourceAndPark(Own stack) {
    Template trial = stack.trial();

    assertThat(TemplateReader.rights(trial, stack.id() + "Role"))
        .contains(
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            stack.table + "Table dynamodb:UpdateItem",
            stack.id() + "ParkingQueue sqs:SendMessage")
        .containsAll(stack.rights)
        .doesNotContain(stack.table + "Table dynamodb:PutItem");
    assertThat(TemplateReader.properties(trial, stack.id() + "Function"))
        .contains("_TABLE={Ref=%sTable".formatted(stack.table), "SIMULATE=on");
  }

  @ParameterizedTest
  @EnumSource
  void itRingsWhenNothingReadsTheSource(Own stack) {
    Template trial = stack.trial();

    trial.resourceCountIs("AWS::CloudWatch::Alarm", stack.alarms);
    assertThat(TemplateReader.properties(trial, "UnsettledSourceStoppedAlarm" + stack.consumer()))
        .contains("MetricName=source.stopped");
    assertThat(TemplateReader.rights(trial, "UnsettledRole"))
        .contains(stack.id() + "EventSource lambda:GetEventSourceMapping");
  }

  @ParameterizedTest
  @EnumSource
  void theReplaySendsWhatIsParkedBackToTheFunction(Own stack) {
    Template trial = stack.trial();

    assertThat(TemplateReader.rights(trial, "ReplayRole"))
        .contains(
            stack.id() + "ParkingQueue sqs:ReceiveMessage",
            stack.id() + "Live lambda:InvokeFunction");
    assertThat(TemplateReader.properties(trial, "ReplayFunction"))
        .contains(
            stack.name() + "_PARKING_QUEUE_URL=", stack.name() + "_CONSUMER=" + stack.consumer());
  }

  @ParameterizedTest
  @EnumSource
  void theStackSaysWhereItsTableAndWhatIsParkedAre(Own stack) {
    Template trial = stack.trial();

    assertThat(TemplateReader.keys(trial, stack.table + "Table")).containsExactly(stack.key);
    assertThat(trial.findOutputs("*").keySet())
        .containsExactlyInAnyOrder(
            "IdempotencyTableName",
            stack.table + "TableName",
            stack.id() + "FunctionName",
            stack.id() + "ParkingQueueUrl",
            "ReplayFunctionName");
  }
}
