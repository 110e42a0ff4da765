package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource({
    "Held, held, 1",
    "Superseded, superseded, 1",
    "Unrecorded, unrecorded, 1",
    "StoreFailed, storeFailed, 3",
    "ServerErrors, Url5xxCount, 3",
    "Errors, Errors, 3",
    "Throttles, Throttles, 3"
  })
  void eachAlarmRingsAsItSaysAndTellsWhoIsToBeTold(String alarm, String metric, int datapoints) {
    assertThat(properties("Shop" + alarm + "Alarm"))
        .contains(
            "MetricName=" + metric + ",",
            "DatapointsToAlarm=" + datapoints,
            "Value={Ref=ShopFunction}",
            "AlarmActions=[{Ref=Topic}]",
            "AlarmDescription=Shop/Shop: ",
            "See docs/operations.md#");
  }

  @Test
  void aDeploymentThatHarmsCallersGoesBack() {
    assertThat(properties("ShopDeployment"))
        .contains(
            "CodeDeployDefault.LambdaLinear10PercentEvery1Minute",
            "ShopServerErrorsAlarm",
            "ShopHeldAlarm",
            "DEPLOYMENT_STOP_ON_ALARM")
        .doesNotContain("ShopThrottlesAlarm");
  }

  @Test
  void aKeyThatIsForgottenWithinTheHourIsRefused() {
    assertOneProblem(
        test.api("B").recordRetention(Duration.ofMinutes(59)),
        "recordRetention is 3540 s: set whole seconds");
  }
}
