package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;

@TestInstance(Lifecycle.PER_CLASS)
class GradualDeploymentTest {
  private Template template;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    TestStack test = TestStack.in(directory);
    test.consumer("Slow")
        .gradualDeployment(LambdaDeploymentConfig.CANARY_10_PERCENT_5_MINUTES)
        .build();
    test.consumer("Plain").build();
    template = Template.fromStack(test.stack());
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
    assertThat(TemplateReader.values(template, "AWS::CodeDeploy::DeploymentGroup"))
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
