package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;

@TestInstance(Lifecycle.PER_CLASS)
class EffectivelyOnceFunctionTest {
  private TestStack test;
  private Template template;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    test = TestStack.in(directory);
    test.function("Closing")
        .gradualDeployment(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE)
        .build();
    template = Template.fromStack(test.stack());
  }

  @Test
  void whatFailsIsRepeatedAndThenGivenUpToAQueue() {
    assertThat(TemplateReader.values(template, "AWS::Lambda::EventInvokeConfig"))
        .contains(
            "Qualifier=live",
            "MaximumEventAgeInSeconds=21600",
            "MaximumRetryAttempts=2",
            "DestinationConfig.OnFailure.Destination={Fn::GetAtt=[ClosingGivenUpQueue, Arn]}");
    assertThat(TemplateReader.property(template, "ClosingGivenUpQueue", "MessageRetentionPeriod"))
        .isEqualTo(1_209_600);
  }

  @Test
  void itMayKeepRecordsAndGiveEventsUp() {
    assertThat(TemplateReader.rights(template, "ClosingRole"))
        .containsExactlyInAnyOrder(
            "RecordsTable dynamodb:GetItem",
            "RecordsTable dynamodb:PutItem",
            "RecordsTable dynamodb:UpdateItem",
            "ClosingGivenUpQueue sqs:SendMessage",
            "ClosingLogs logs:CreateLogStream",
            "ClosingLogs logs:PutLogEvents");
  }

  @Test
  void itsRecordsOutlastWhatEventBridgeAndTheQueueCanBringAgain() {
    assertThat(TemplateReader.properties(template, "ClosingFunction"))
        .contains("EFFECTIVELY_ONCE_CONSUMER=Closing", "EFFECTIVELY_ONCE_RETENTION=PT384H");
  }

  @Test
  void whatIsGivenUpRings() {
    assertThat(TemplateReader.properties(template, "ClosingGivenUpAlarm"))
        .contains("ApproximateNumberOfMessagesVisible", "Threshold=1", "#given-up");
    template.resourceCountIs("AWS::CloudWatch::Alarm", FunctionAlarm.values().length);
    template.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 1);
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    TestStack.assertRefused(
        test.function("Refused").recordRetention(Duration.ofDays(14)),
        "recordRetention is 14 days: set whole seconds, at least 15 days");
    TestStack.assertRefused(
        test.function("Refused").maximumEventAge(Duration.ofSeconds(59)),
        "maximumEventAge is 59 s");
    TestStack.assertRefused(
        test.function("Refused").maximumEventAge(Duration.ofHours(7)),
        "maximumEventAge is 25200 s");
    TestStack.assertRefused(
        test.function("Refused").retryAttempts(3), "retryAttempts is 3: Lambda takes 0 to 2");
    TestStack.assertRefused(test.function("Refused").retryAttempts(-1), "retryAttempts is -1");
    TestStack.assertRefused(
        test.function("Refused").snapshots(Snapshots.KEPT), "snapshots is KEPT");
  }
}
