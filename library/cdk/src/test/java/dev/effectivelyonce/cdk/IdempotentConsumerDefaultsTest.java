package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

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

@TestInstance(Lifecycle.PER_CLASS)
class IdempotentConsumerDefaultsTest {
  /** A consumer of which only what is required was set. */
  private Template plain;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    TestStack test = TestStack.in(directory);
    test.consumer("Plain").build();
    plain = Template.fromStack(test.stack());
  }

  @Test
  void theFunctionRunsJava25OnArmFromASnapshot() {
    plain.hasResourceProperties(
        "AWS::Lambda::Function",
        Map.of(
            "Runtime",
            "java25",
            "Architectures",
            List.of("arm64"),
            "SnapStart",
            Map.of("ApplyOn", "PublishedVersions"),
            "Handler",
            "shop.Handler::handleRequest",
            "Timeout",
            30,
            "MemorySize",
            1024));
  }

  @Test
  void theQueueCallsTheAliasOfThePublishedVersion() {
    plain.hasResourceProperties(
        "AWS::Lambda::Alias",
        Map.of(
            "Name",
            "live",
            "FunctionVersion",
            Map.of(
                "Fn::GetAtt",
                List.of(Match.stringLikeRegexp("^PlainFunctionCurrentVersion"), "Version"))));
    plain.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.of(
            "FunctionName", Map.of("Ref", Match.stringLikeRegexp("^PlainLive")),
            "EventSourceArn",
                Map.of("Fn::GetAtt", List.of(Match.stringLikeRegexp("^PlainQueue"), "Arn"))));
  }

  @Test
  void failedMessagesAreReportedOneByOne() {
    plain.allResourcesProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.of("FunctionResponseTypes", List.of("ReportBatchItemFailures")));
  }

  @Test
  void batchesAreOfTenAndUnlimitedWhereNothingIsSaid() {
    plain.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.of(
            "BatchSize", 10,
            "MaximumBatchingWindowInSeconds", 0,
            "ScalingConfig", Match.absent()));
  }

  @Test
  void visibilityIsDerivedFromTheTimeout() {
    assertThat(TemplateReader.property(plain, "PlainQueue", "VisibilityTimeout")).isEqualTo(180);
  }

  @Test
  void messagesWaitFourDaysAndDeadLettersFourteen() {
    assertThat(TemplateReader.property(plain, "PlainQueue", "MessageRetentionPeriod"))
        .isEqualTo(345_600);
    assertThat(TemplateReader.property(plain, "PlainDeadLetterQueue", "MessageRetentionPeriod"))
        .isEqualTo(1_209_600);
  }

  @Test
  void messagesMoveToTheDeadLetterQueueAfterAnOutageOfHalfAnHour() {
    plain.hasResourceProperties(
        "AWS::SQS::Queue",
        Map.of(
            "RedrivePolicy",
            Map.of(
                "maxReceiveCount",
                20,
                "deadLetterTargetArn",
                Map.of(
                    "Fn::GetAtt",
                    List.of(Match.stringLikeRegexp("^PlainDeadLetterQueue"), "Arn")))));
  }

  @Test
  void theDeadLetterQueueAdmitsItsSourceAlone() {
    Object sourceName = TemplateReader.property(plain, "PlainQueue", "QueueName");

    assertThat(TemplateReader.property(plain, "PlainDeadLetterQueue", "RedriveAllowPolicy"))
        .hasToString(
            "{redrivePermission=byQueue, sourceQueueArns=[{Fn::Join=[, [arn:,"
                + " {Ref=AWS::Partition}, :sqs:, {Ref=AWS::Region}, :, {Ref=AWS::AccountId}, :"
                + sourceName
                + "]]}]}");
  }

  @Test
  void bothQueuesAreEncrypted() {
    plain.resourceCountIs("AWS::SQS::Queue", 2);
    plain.allResourcesProperties("AWS::SQS::Queue", Map.of("SqsManagedSseEnabled", true));
  }

  @Test
  void bothQueuesRefuseWhatIsNotTls() {
    plain.resourceCountIs("AWS::SQS::QueuePolicy", 2);
    plain.allResourcesProperties(
        "AWS::SQS::QueuePolicy",
        Map.of(
            "PolicyDocument",
            Match.objectLike(
                Map.of(
                    "Statement",
                    List.of(
                        Match.objectLike(
                            Map.of(
                                "Effect", "Deny",
                                "Action", "sqs:*",
                                "Condition",
                                    Map.of("Bool", Map.of("aws:SecureTransport", "false")))))))));
  }

  @Test
  void theFunctionIsToldWhatTheQueuesAreSetTo() {
    plain.hasResourceProperties(
        "AWS::Lambda::Function",
        Map.of(
            "Environment",
            Map.of(
                "Variables",
                Map.of(
                    "EFFECTIVELY_ONCE_TABLE",
                        Map.of("Ref", Match.stringLikeRegexp("^RecordsTable")),
                    "EFFECTIVELY_ONCE_RETENTION", "PT456H",
                    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "20",
                    "EFFECTIVELY_ONCE_BACKOFF_FIRST", "PT2S",
                    "EFFECTIVELY_ONCE_BACKOFF_LONGEST", "PT5M",
                    "EFFECTIVELY_ONCE_SURVIVES_OUTAGE_OF", "PT30M",
                    "EFFECTIVELY_ONCE_DEAD_LETTER_QUEUE_URL",
                        Map.of("Ref", Match.stringLikeRegexp("^PlainDeadLetterQueue")),
                    "EFFECTIVELY_ONCE_MODE", "ENFORCE",
                    "EFFECTIVELY_ONCE_LISTING", "DOUBTFUL"))));
  }

  @Test
  void theFunctionMayDoWhatTheLibraryNeedsAndNoMore() {
    assertThat(TemplateReader.rights(plain, "PlainRole"))
        .containsExactlyInAnyOrder(
            "RecordsTable dynamodb:BatchGetItem",
            "RecordsTable dynamodb:GetItem",
            "RecordsTable dynamodb:PartiQLInsert",
            "RecordsTable dynamodb:PartiQLUpdate",
            "RecordsTable dynamodb:PutItem",
            "RecordsTable dynamodb:UpdateItem",
            "PlainQueue sqs:ReceiveMessage",
            "PlainQueue sqs:DeleteMessage",
            "PlainQueue sqs:GetQueueAttributes",
            "PlainQueue sqs:GetQueueUrl",
            "PlainQueue sqs:ChangeMessageVisibility",
            "PlainDeadLetterQueue sqs:SendMessage",
            "PlainLogs logs:CreateLogStream",
            "PlainLogs logs:PutLogEvents");
  }

  @Test
  void logsGoToAGroupWithAnEnd() {
    plain.hasResourceProperties("AWS::Logs::LogGroup", Map.of("RetentionInDays", 30));
    plain.hasResourceProperties(
        "AWS::Lambda::Function",
        Map.of(
            "LoggingConfig",
            Map.of("LogGroup", Map.of("Ref", Match.stringLikeRegexp("^PlainLogs")))));
  }

  @Test
  void aDeadLetterRaisesAnAlarm() {
    plain.hasResourceProperties(
        "AWS::CloudWatch::Alarm",
        Alarms.on("PlainDeadLetterQueue", "ApproximateNumberOfMessagesVisible", 1));
  }

  @Test
  void aMessageThatShouldBeDoneRaisesAnAlarm() {
    plain.hasResourceProperties(
        "AWS::CloudWatch::Alarm", Alarms.on("PlainQueue", "ApproximateAgeOfOldestMessage", 900));
  }

  @Test
  void queuesTheirPoliciesAndLogsStayWhereNothingIsSaidUnlessTheirFirstDeploymentFails() {
    for (String type : List.of("AWS::SQS::Queue", "AWS::SQS::QueuePolicy", "AWS::Logs::LogGroup")) {
      plain.allResources(
          type,
          Match.objectLike(
              Map.of("DeletionPolicy", "RetainExceptOnCreate", "UpdateReplacePolicy", "Retain")));
    }
  }
}
