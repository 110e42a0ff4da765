package dev.effectivelyonce.infra;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

/** What stays when the stack, or its first deployment, is gone. */
class StackLifecycleTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();
  private final Template prod = STACKS.prod();

  @Test
  void prodKeepsAndProtectsEveryTable() {
    prod.allResources(
        "AWS::DynamoDB::Table",
        Match.objectLike(
            Map.of(
                "DeletionPolicy",
                "Retain",
                "Properties",
                Match.objectLike(Map.of("DeletionProtectionEnabled", true)))));
  }

  @Test
  void aFailedFirstDeploymentOfProdLeavesNoQueueThatBlocksTheNext() {
    for (String type : List.of("AWS::SQS::Queue", "AWS::SQS::QueuePolicy")) {
      prod.allResources(type, Match.objectLike(Map.of("DeletionPolicy", "RetainExceptOnCreate")));
    }
  }

  @Test
  void trialLeavesNothingBehind() {
    for (String type : List.of("AWS::DynamoDB::Table", "AWS::SQS::Queue", "AWS::Logs::LogGroup")) {
      trial.allResources(type, Match.objectLike(Map.of("DeletionPolicy", "Delete")));
    }
  }
}
