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
    template.hasResourceProperties(
        "AWS::Lambda::Function",
        Map.of(
            "Handler",
            "shop.Api::handleRequest",
            "Runtime",
            "java25",
            "Architectures",
            List.of("arm64"),
            "Timeout",
            10,
            "MemorySize",
            1024,
            "SnapStart",
            Map.of("ApplyOn", "PublishedVersions")));
  }

  @Test
  void theUrlCallsTheAliasOnceThatIsThereAndAsksForSignedRequests() {
    template.hasResource(
        "AWS::Lambda::Url",
        Match.objectLike(
            Map.of(
                "Properties",
                Map.of(
                    "AuthType",
                    "AWS_IAM",
                    "Qualifier",
                    "live",
                    "TargetFunctionArn",
                    Map.of("Fn::GetAtt", List.of(Match.stringLikeRegexp("^ShopFunction"), "Arn"))),
                "DependsOn",
                Match.arrayWith(List.of(Match.stringLikeRegexp("^ShopLive"))))));
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
            "EFFECTIVELY_ONCE_LISTING=DOUBTFUL",
            "GREETING=hello");
  }

  @Test
  void eachAlarmRingsAsItSaysAndTellsWhoIsToBeTold() {
    Map<String, String> once =
        Map.of(
            "ShopHeldAlarm", "held",
            "ShopSupersededAlarm", "superseded",
            "ShopUnrecordedAlarm", "unrecorded");
    Map<String, String> lasting =
        Map.of(
            "ShopStoreFailedAlarm", "storeFailed",
            "ShopServerErrorsAlarm", "Url5xxCount",
            "ShopErrorsAlarm", "Errors",
            "ShopThrottlesAlarm", "Throttles");

    once.forEach((alarm, metric) -> assertRings(alarm, metric, "DatapointsToAlarm=1"));
    lasting.forEach((alarm, metric) -> assertRings(alarm, metric, "DatapointsToAlarm=3"));
  }

  private void assertRings(String alarm, String metric, String datapoints) {
    assertThat(TemplateReader.properties(template, alarm))
        .contains(
            "MetricName=" + metric + ",",
            datapoints,
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
    assertThat(TestStack.problems(test.api("B").recordRetention(Duration.ofMinutes(59))))
        .singleElement()
        .asString()
        .startsWith("recordRetention is 3540 s: set whole seconds");
  }
}
