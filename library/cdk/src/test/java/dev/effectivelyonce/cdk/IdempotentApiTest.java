package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;

class IdempotentApiTest extends StackTest {

  @Override
  void fill() {
    test.api("Shop")
        .allow(test.table().table().getTableArn(), "dynamodb:DescribeTable")
        .environment("GREETING", "hello")
        .recordRetention(Duration.ofDays(3))
        .alarmAction(test.telling("Topic"))
        .gradualDeployment(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE)
        .build();
  }

  @Test
  void itRunsFromASnapshotUnderAnAlias() {
    assertThat(values("ShopFunction"))
        .contains(
            "Handler=shop.Api::handleRequest",
            "Runtime=java25",
            "Architectures=[arm64]",
            "Timeout=10",
            "MemorySize=1024",
            "SnapStart.ApplyOn=PublishedVersions");
  }

  @Test
  void theUrlCallsTheAliasOnceThatIsThereAndAsksForSignedRequests() {
    assertThat(values("AWS::Lambda::Url"))
        .contains(
            "AuthType=AWS_IAM",
            "Qualifier=live",
            "TargetFunctionArn={Fn::GetAtt=[ShopFunction, Arn]}");
    template.hasResource(
        "AWS::Lambda::Url",
        Map.of("DependsOn", Match.arrayWith(List.of(Match.stringLikeRegexp("^ShopLive")))));
  }

  @Test
  void itMayKeepRecordsWriteItsLogAndWhatItIsAllowed() {
    assertThat(rights("ShopRole"))
        .containsExactlyInAnyOrder(
            "RecordsTable dynamodb:GetItem",
            "RecordsTable dynamodb:PutItem",
            "RecordsTable dynamodb:UpdateItem",
            "RecordsTable dynamodb:DescribeTable",
            "ShopLogs logs:CreateLogStream",
            "ShopLogs logs:PutLogEvents");
  }

  @Test
  void itIsToldTheTableTheLifeOfKeysAndWhatItsStackSays() {
    assertThat(properties("ShopFunction"))
        .contains(
            "EFFECTIVELY_ONCE_TABLE={Ref=RecordsTable}",
            "EFFECTIVELY_ONCE_CONSUMER=Shop",
            "EFFECTIVELY_ONCE_RETENTION=PT72H",
            "EFFECTIVELY_ONCE_LISTING=FAILED_AND_HELD",
            "GREETING=hello");
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
