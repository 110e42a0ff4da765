package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;

class GradualDeploymentTest extends StackTest {

  @Override
  void fill() {
    test.consumer("Slow")
        .gradualDeployment(LambdaDeploymentConfig.CANARY_10_PERCENT_5_MINUTES)
        .build();
    test.consumer("Plain").build();
  }

  @Test
  void theAliasIsMovedByCodeDeployAndMovedBackByAnAlarmAFailureAndAStop() {
    template.hasResource(
        "AWS::Lambda::Alias",
        Map.of(
            "UpdatePolicy",
            Map.of(
                "CodeDeployLambdaAliasUpdate",
                Map.of(
                    "ApplicationName", Map.of("Ref", Match.stringLikeRegexp("^SlowDeployment")),
                    "DeploymentGroupName",
                        Map.of("Ref", Match.stringLikeRegexp("^SlowDeployment"))))));
    assertThat(values("AWS::CodeDeploy::DeploymentGroup"))
        .contains(
            "DeploymentConfigName=CodeDeployDefault.LambdaCanary10Percent5Minutes",
            "AutoRollbackConfiguration.Enabled=true",
            "AutoRollbackConfiguration.Events=[DEPLOYMENT_FAILURE, DEPLOYMENT_STOP_ON_REQUEST,"
                + " DEPLOYMENT_STOP_ON_ALARM]");
  }

  @Test
  void whereNothingIsSaidTheAliasMovesAtOnce() {
    template.hasResource("AWS::Lambda::Alias", Map.of("UpdatePolicy", Match.absent()));
  }

  @Test
  void theVersionBeforeIsKeptSoThatTheAliasCanGoBackAndOneThatFailedIsNot() {
    template.allResources(
        "AWS::Lambda::Version",
        Map.of("DeletionPolicy", "RetainExceptOnCreate", "UpdateReplacePolicy", "Retain"));
  }
}
