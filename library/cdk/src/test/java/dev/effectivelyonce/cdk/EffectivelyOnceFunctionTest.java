package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;

class EffectivelyOnceFunctionTest extends GoldenStackTest {

  @Override
  void fill() {
    test.function("Closing")
        .gradualDeployment(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE)
        .build();
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    assertRefused(
        test.function("Refused").recordRetention(Duration.ofDays(14)),
        "recordRetention is 14 days: set whole seconds, at least 15 days");
    assertRefused(
        test.function("Refused").maximumEventAge(Duration.ofSeconds(59)),
        "maximumEventAge is 59 s");
    assertRefused(
        test.function("Refused").maximumEventAge(Duration.ofHours(7)),
        "maximumEventAge is 25200 s");
    assertRefused(
        test.function("Refused").retryAttempts(3), "retryAttempts is 3: Lambda takes 0 to 2");
    assertRefused(test.function("Refused").retryAttempts(-1), "retryAttempts is -1");
    assertRefused(test.function("Refused").snapshots(Snapshots.KEPT), "snapshots is KEPT");
  }
}
