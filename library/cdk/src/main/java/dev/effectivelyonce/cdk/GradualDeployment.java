package dev.effectivelyonce.cdk;

import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.codedeploy.AutoRollbackConfig;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentGroup;
import software.amazon.awscdk.services.lambda.Alias;
import software.constructs.Construct;

/** Makes CodeDeploy move a function's alias to a new version step by step. */
final class GradualDeployment {
  private GradualDeployment() {}

  /**
   * Adds the deployment of a function.
   *
   * @param rollingBack alarms that bring the old version back
   */
  static void add(
      Construct owner, Alias alias, ILambdaDeploymentConfig steps, List<IAlarm> rollingBack) {
    LambdaDeploymentGroup group =
        LambdaDeploymentGroup.Builder.create(owner, "Deployment")
            .alias(alias)
            .deploymentConfig(steps)
            .alarms(rollingBack)
            .autoRollback(
                AutoRollbackConfig.builder()
                    .failedDeployment(true)
                    .stoppedDeployment(true)
                    .deploymentInAlarm(true)
                    .build())
            .build();
    new RuleException(
            "AwsSolutions-IAM4",
            "AWS keeps this policy for CodeDeploy's Lambda deployments; CodeDeploy alone may take"
                + " the role.")
        .addTo(group.getRole());
  }
}
