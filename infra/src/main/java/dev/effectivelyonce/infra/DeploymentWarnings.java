package dev.effectivelyonce.infra;

import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Stack;

/** Warns whoever synthesizes a stack before it is deployed. */
final class DeploymentWarnings {
  private DeploymentWarnings() {}

  static void add(Stack stack, Deployment deployment) {
    Annotations annotations = Annotations.of(stack);
    String stage = deployment.stage().name();
    if (deployment.discardsWhatTheStageKeeps()) {
      annotations.addWarningV2(
          "effectively-once:discard",
          ("Stage %s keeps its data, and data=discard was given: once this is deployed, 'cdk"
                  + " destroy' deletes its tables, queues and logs with all that is in them.")
              .formatted(stage));
    }
    if (deployment.alarmsTellNobody()) {
      annotations.addWarningV2(
          "effectively-once:silence",
          ("The alarms of stage %s tell nobody. Name an SNS topic by -c alarms=ARN, or under"
                  + " 'context' in cdk.json.")
              .formatted(stage));
    }
  }
}
