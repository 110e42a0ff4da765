package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awscdk.assertions.Template;

/** The consumer of RabbitMQ, in a stack of its own. */
class InvoicesStackTest {
  static final String ARN = "arn:aws:mq:eu-west-1:123456789012:broker:shop:b-1";
  static final String LOGIN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-1a2b3c";
  static final String BROKER = ARN + "," + LOGIN;

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = stack("trial");

  private static Template stack(String stage) {
    Map<String, String> context = Map.of("stage", stage, "rabbitmq", BROKER);
    return STACKS.of(Deployment.from(setting -> Optional.ofNullable(context.get(setting))));
  }

  static Stream<String> stages() {
    return Stage.all().stream().map(Stage::name);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void theFunctionReadsTheBrokersQueueWithItsLogin(String stage) {
    assertThat(TemplateReader.values(stack(stage), "AWS::Lambda::EventSourceMapping"))
        .contains(
            "EventSourceArn=" + ARN,
            "Queues=[invoices]",
            "SourceAccessConfigurations=[{Type=BASIC_AUTH, URI="
                + LOGIN
                + "}, {Type=VIRTUAL_HOST, URI=/}]");
  }

  @Test
  void itMayWriteItsRecordsAndBalancesReadItsBrokerAndPark() {
    assertThat(TemplateReader.rights(trial, "InvoicesRole"))
        .contains(
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "BalancesTable dynamodb:UpdateItem",
            "InvoicesParkingQueue sqs:SendMessage",
            ARN + " mq:DescribeBroker",
            LOGIN + " secretsmanager:GetSecretValue")
        .doesNotContain("BalancesTable dynamodb:PutItem");
    assertThat(TemplateReader.properties(trial, "InvoicesFunction"))
        .contains("BALANCES_TABLE={Ref=BalancesTable", "SIMULATE=on");
  }

  @Test
  void itRingsWhenNothingReadsTheSource() {
    assertThat(TemplateReader.properties(trial, "UnsettledSourceStoppedAlarminvoices"))
        .contains("MetricName=source.stopped");
    assertThat(TemplateReader.rights(trial, "UnsettledRole"))
        .contains("InvoicesEventSource lambda:GetEventSourceMapping");
  }

  @Test
  void theReplaySendsParkedMessagesBackToTheFunction() {
    assertThat(TemplateReader.rights(trial, "ReplayRole"))
        .contains("InvoicesParkingQueue sqs:ReceiveMessage", "InvoicesLive lambda:InvokeFunction");
    assertThat(TemplateReader.properties(trial, "ReplayFunction"))
        .contains("INVOICES_PARKING_QUEUE_URL=", "INVOICES_CONSUMER=invoices");
  }

  @Test
  void theStackSaysWhereBalancesAndParkedMessagesAre() {
    assertThat(TemplateReader.keys(trial, "BalancesTable")).containsExactly("customerId");
    assertThat(trial.findOutputs("*").keySet())
        .containsExactlyInAnyOrder(
            "IdempotencyTableName",
            "BalancesTableName",
            "InvoicesFunctionName",
            "InvoicesParkingQueueUrl",
            "ReplayFunctionName");
  }

  /** docs/deploy.md counts them. */
  @Test
  void itHasTheAlarmsOfItsConsumerItsWatchAndItsReplay() {
    trial.resourceCountIs("AWS::CloudWatch::Alarm", 15);
  }
}
