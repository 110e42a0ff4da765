package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;

class IdempotentApiTest extends GoldenStackTest {

  @Override
  void fill() {
    test.api("Shop")
        .allow(test.table().table().getTableArn(), "dynamodb:DescribeTable")
        .environment("GREETING", "hello")
        .recordRetention(Duration.ofDays(3))
        .alarmAction(test.telling("Topic"))
        .gradualDeployment(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE)
        .build();
    test.api("Bound").recordAccess(RecordAccess.OWN_RECORDS).build();
  }

  @Test
  void aKeyThatIsForgottenWithinTheHourIsRefused() {
    assertOneProblem(
        test.api("B").recordRetention(Duration.ofMinutes(59)),
        "recordRetention is 3540 s: set whole seconds");
  }
}
