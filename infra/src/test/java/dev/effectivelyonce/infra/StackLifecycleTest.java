package dev.effectivelyonce.infra;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

/** What stays when the stack, or its first deployment, is gone. */
@TestInstance(Lifecycle.PER_CLASS)
class StackLifecycleTest {
  private Template trial;
  private Template prod;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    Path zip = TestApps.functionsZip(directory);
    trial = TestApps.template(directory.resolve("trial"), Stage.trial(), zip);
    prod = TestApps.template(directory.resolve("prod"), Stage.prod(), zip);
  }

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
