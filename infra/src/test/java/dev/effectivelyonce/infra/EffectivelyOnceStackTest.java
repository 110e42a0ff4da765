package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

class EffectivelyOnceStackTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();
  private final Template prod = STACKS.prod();

  @Test
  void theUrlOfThePaymentsApiAsksForSignedRequests() {
    assertThat(TemplateReader.values(trial, "AWS::Lambda::Url")).contains("AuthType=AWS_IAM");
    trial.hasOutput(
        "PaymentsApiUrl",
        Map.of(
            "Value",
            Map.of(
                "Fn::GetAtt", List.of(Match.stringLikeRegexp("^PaymentsApiUrl"), "FunctionUrl"))));
  }

  @Test
  void nothingElseGivesRights() {
    trial.resourceCountIs("AWS::IAM::Role", 14);
    trial.resourceCountIs("AWS::IAM::Policy", 0);
    trial.resourceCountIs("AWS::IAM::ManagedPolicy", 0);
    // The rules', to call both sweepers, the watch and, two of them, the closing.
    trial.resourceCountIs("AWS::Lambda::Permission", 5);
    trial.allResourcesProperties("AWS::IAM::Role", Map.of("ManagedPolicyArns", Match.absent()));
  }

  @Test
  void onlyTheConsumersTheClosingTheApiTheReplayTheWatchTheSweepersAndTheOutboxRunCode() {
    trial.resourceCountIs("AWS::Lambda::Function", 14);
    assertThat(TemplateReader.types(trial)).noneMatch(type -> type.startsWith("Custom::"));
    assertThat(TemplateReader.types(trial)).doesNotContain("AWS::CloudFormation::CustomResource");
  }

  @Test
  void everyTableBillsByRequestAndCanBeRestored() {
    trial.resourceCountIs("AWS::DynamoDB::Table", 12);
    trial.allResourcesProperties(
        "AWS::DynamoDB::Table",
        Map.of(
            "BillingMode",
            "PAY_PER_REQUEST",
            "PointInTimeRecoverySpecification",
            Map.of("PointInTimeRecoveryEnabled", true)));
  }

  @Test
  void trialHasTheTimesOfTheContract() {
    assertThat(TemplateReader.property(trial, "OrdersFunction", "Timeout")).isEqualTo(5);
    assertThat(TemplateReader.property(trial, "PaymentsFunction", "Timeout")).isEqualTo(5);
    assertThat(TemplateReader.property(trial, "ReplayFunction", "Timeout")).isEqualTo(60);
    trial.resourcePropertiesCountIs("AWS::SQS::Queue", Map.of("VisibilityTimeout", 30), 5);
    trial.resourcePropertiesCountIs(
        "AWS::SQS::Queue",
        Map.of("RedrivePolicy", Match.objectLike(Map.of("maxReceiveCount", 3))),
        4);
  }

  @Test
  void prodDoesNotSimulateAndLeavesTheCompilerToLambda() {
    for (String function : List.of("OrdersFunction", "PaymentsFunction", "PaymentsApiFunction")) {
      assertThat(TemplateReader.properties(prod, function))
          .contains("SIMULATE=off")
          .doesNotContain("JAVA_TOOL_OPTIONS");
    }
  }

  @Test
  void prodMovesToANewVersionStepByStep() {
    prod.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 5);
    prod.allResourcesProperties(
        "AWS::CodeDeploy::DeploymentGroup",
        Map.of("DeploymentConfigName", "CodeDeployDefault.LambdaLinear10PercentEvery1Minute"));
    trial.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 0);
  }

  @Test
  void prodsTablesTakeTheBurstOfEveryPollerAtOnce() {
    for (String table :
        List.of("IdempotencyTable", "OutboxTable", "OrdersTable", "AccountsTable", "LedgerTable")) {
      assertThat(TemplateReader.property(prod, table, "WarmThroughput"))
          .isEqualTo(Map.of("WriteUnitsPerSecond", 12_000));
      assertThat(TemplateReader.property(trial, table, "WarmThroughput")).isNull();
    }
  }
}
