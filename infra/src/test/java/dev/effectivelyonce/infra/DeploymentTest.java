package dev.effectivelyonce.infra;

import static dev.effectivelyonce.infra.SampleStacks.deployment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.cdk.DataLifecycle;
import dev.effectivelyonce.core.engine.ConsumerMode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeploymentTest {
  @Test
  void whereNothingIsSaidItIsTheStageDevWithBothConsumersEnforcing() {
    Deployment deployment = deployment(Map.of());

    assertThat(deployment).isEqualTo(Deployment.of(Stage.dev()));
    assertThat(deployment.mode(DeployedConsumer.ORDERS)).isEqualTo(ConsumerMode.ENFORCE);
    assertThat(deployment.mode(DeployedConsumer.PAYMENTS)).isEqualTo(ConsumerMode.ENFORCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders | OBSERVE | ENFORCE",
        "payments | ENFORCE | OBSERVE",
        "orders,payments | OBSERVE | OBSERVE",
        "payments, orders | OBSERVE | OBSERVE"
      })
  void consumersObserveWhereTheyAreNamed(
      String observe, ConsumerMode orders, ConsumerMode payments) {
    Deployment deployment = deployment(Map.of("observe", observe));

    assertThat(deployment.mode(DeployedConsumer.ORDERS)).isEqualTo(orders);
    assertThat(deployment.mode(DeployedConsumer.PAYMENTS)).isEqualTo(payments);
  }

  @Test
  void dataMayBeKeptOrDiscardedAgainstTheStage() {
    assertThat(deployment(Map.of("stage", "prod", "data", "discard")).stage())
        .isEqualTo(Stage.prod().with(DataLifecycle.DISCARD));
    assertThat(deployment(Map.of("stage", "dev", "data", "keep")).stage())
        .isEqualTo(Stage.dev().with(DataLifecycle.KEEP));
  }

  @Test
  void theRolloutMayDifferFromTheStages() {
    assertThat(deployment(Map.of("stage", "prod", "rollout", "at-once")).stage())
        .isEqualTo(Stage.prod().with(Rollout.AT_ONCE));
    assertThat(deployment(Map.of("rollout", "gradual")).stage().rollout())
        .isEqualTo(Rollout.GRADUAL);
  }

  @Test
  void onlyWhereFaultsAreSimulatedIsThereAGatewayThatNobodyNamed() {
    assertThat(deployment(Map.of("stage", "trial")).gateway()).contains("http://127.0.0.1:9");
    assertThat(deployment(Map.of("stage", "dev")).gateway()).isEmpty();
    assertThat(deployment(Map.of("stage", "prod")).gateway()).isEmpty();
  }

  /** The secret's name is what is left of its ARN. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "observe | order | Unknown observe 'order': set -c observe=orders or -c observe=payments.",
        "observe | Orders | Unknown observe 'Orders': set -c observe=orders or",
        "observe | orders, | Unknown observe '': set -c observe=orders or",
        "observe | `` | Unknown observe '': set -c observe=orders or",
        "data | drop | Unknown data 'drop': set -c data=keep or -c data=discard.",
        "rollout | slow | Unknown rollout 'slow': set -c rollout=at-once or -c rollout=gradual.",
        "gateway | `` | set -c gateway=https://payments.example.com.",
        "gateway | payments.example.com | set -c gateway=https://payments.example.com.",
        "gateway | http://payments.example.com | set -c gateway=https://payments.example.com.",
        "gateway | https://a b | set -c gateway=https://payments.example.com.",
        "alarms | on-call | The topic 'on-call' is no ARN: set",
        "alarms | arn:aws:sqs:eu-west-1:123456789012:on-call | set -c alarms=arn:aws:sns",
        "runbook | docs/operations.md | The runbook 'docs/operations.md' is no address: set -c",
        "kafka | `` | set -c kafka=arn:aws:kafka:",
        "kafka | b-1:9092 | set -c kafka=arn:aws:kafka:",
        "kafka | arn:aws:kafka:eu-west-1:1:topic/shop/1/shipments | set -c kafka=arn:aws:kafka:",
        "rabbitmq | `` | set -c rabbitmq=arn:aws:mq:",
        "rabbitmq | " + SampleStacks.ARN + " | set -c rabbitmq=arn:aws:mq:",
        "rabbitmq | " + SampleStacks.ARN + ",shop-1a2b3c | set -c rabbitmq=arn:aws:mq:",
        "rabbitmq | "
            + SampleStacks.LOGIN
            + ","
            + SampleStacks.ARN
            + " | set -c rabbitmq=arn:aws:mq:",
        "rabbitmq | "
            + SampleStacks.ARN
            + ",arn:aws:secretsmanager:eu-west-1:1:secret:shop | set -c rabbitmq=arn:aws:mq:"
      })
  void whatCanNotBeUsedIsRefusedInOneLineWithWhatToSet(
      String setting, String value, String message) {
    assertThatThrownBy(() -> deployment(Map.of(setting, value)))
        .isInstanceOf(UnusableInputException.class)
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
  }

  @Test
  void twoStacksOfTheirOwnAreRefused() {
    Map<String, String> both =
        Map.of("kafka", SampleStacks.CLUSTER, "rabbitmq", SampleStacks.BROKER);

    assertThatThrownBy(() -> deployment(both))
        .isInstanceOf(UnusableInputException.class)
        .hasMessage("Both kafka and rabbitmq are set, and the app has one stack: set one of them.");
  }
}
