package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.sns.Topic;

@TestInstance(Lifecycle.PER_CLASS)
class IdempotentApiTest {
  private TestStack test;
  private Template template;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    test = TestStack.in(directory);
    test.api("Shop")
        .allow(test.table().table().getTableArn(), "dynamodb:DescribeTable")
        .environment("GREETING", "hello")
        .recordRetention(Duration.ofDays(3))
        .alarmAction(new SnsAction(Topic.Builder.create(test.stack(), "Topic").build()))
        .gradualDeployment(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE)
        .build();
    template = Template.fromStack(test.stack());
  }

  @Test
  void itRunsFromASnapshotUnderAnAlias() {
    assertThat(TemplateReader.values(template, "ShopFunction"))
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
    assertThat(TemplateReader.values(template, "AWS::Lambda::Url"))
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
    assertThat(TemplateReader.rights(template, "ShopRole"))
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
    assertThat(TemplateReader.properties(template, "ShopFunction"))
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
    assertThat(TemplateReader.properties(template, "Shop" + alarm + "Alarm"))
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
    assertThat(TemplateReader.properties(template, "ShopDeployment"))
        .contains(
            "CodeDeployDefault.LambdaLinear10PercentEvery1Minute",
            "ShopServerErrorsAlarm",
            "ShopHeldAlarm",
            "DEPLOYMENT_STOP_ON_ALARM")
        .doesNotContain("ShopThrottlesAlarm");
  }

  @Test
  void aKeyThatIsForgottenWithinTheHourIsRefused() {
    TestStack.assertOneProblem(
        test.api("B").recordRetention(Duration.ofMinutes(59)),
        "recordRetention is 3540 s: set whole seconds");
  }
}
