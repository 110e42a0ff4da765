package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.codedeploy.AutoRollbackConfig;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentGroup;
import software.amazon.awscdk.services.lambda.Alias;
import software.constructs.Construct;

/** Makes CodeDeploy move a function's alias to a new version step by step. */
final class GradualDeployment {
  /**
   * The alarms that a new version can cause and that end when it is gone. A dead letter or a
   * backlog stays, and would stop the very deployment that corrects its cause.
   */
  private static final List<ConsumerAlarm> ROLLING_BACK =
      List.of(
          ConsumerAlarm.HELD,
          ConsumerAlarm.SUPERSEDED,
          ConsumerAlarm.UNRECORDED,
          ConsumerAlarm.STORE_FAILED,
          ConsumerAlarm.ERRORS);

  private GradualDeployment() {}

  /** Adds the deployment of a consumer. */
  static void add(
      Construct consumer,
      Alias live,
      ILambdaDeploymentConfig steps,
      Map<ConsumerAlarm, Alarm> alarms) {
    add(consumer, live, steps, ROLLING_BACK.stream().<IAlarm>map(alarms::get).toList());
  }

  /**
   * Adds the deployment of any function.
   *
   * @param rollingBack alarms that bring the old version back
   */
  static void add(
      Construct owner, Alias live, ILambdaDeploymentConfig steps, List<IAlarm> rollingBack) {
    LambdaDeploymentGroup group =
        LambdaDeploymentGroup.Builder.create(owner, "Deployment")
            .alias(live)
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
