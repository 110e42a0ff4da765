package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.assertions.Match;

class IdempotentConsumerDefaultsTest extends StackTest {

  @Override
  void fill() {
    test.consumer("Plain").build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PlainFunction | Runtime=java25
          PlainFunction | Architectures=[arm64]
          PlainFunction | SnapStart.ApplyOn=PublishedVersions
          PlainFunction | Handler=shop.Handler::handleRequest
          PlainFunction | Timeout=30
          PlainFunction | MemorySize=1024
          PlainFunction | LoggingConfig.LogGroup={Ref=PlainLogs}
          PlainLogs | RetentionInDays=30
          AWS::Lambda::Alias | Name=live
          AWS::Lambda::EventSourceMapping | FunctionName={Ref=PlainLive}
          AWS::Lambda::EventSourceMapping | EventSourceArn={Fn::GetAtt=[PlainQueue, Arn]}
          AWS::Lambda::EventSourceMapping | FunctionResponseTypes=[ReportBatchItemFailures]
          AWS::Lambda::EventSourceMapping | BatchSize=10
          AWS::Lambda::EventSourceMapping | MaximumBatchingWindowInSeconds=0
          PlainQueue | VisibilityTimeout=180
          PlainQueue | MessageRetentionPeriod=345600
          PlainQueue | SqsManagedSseEnabled=true
          PlainDeadLetterQueue | MessageRetentionPeriod=1209600
          PlainDeadLetterQueue | SqsManagedSseEnabled=true
          """)
  void whatIsNotSaidHasADefault(String resource, String value) {
    assertThat(values(resource)).contains(value);
  }

  @Test
  void theQueueCallsThePublishedVersionAndIsNotLimited() {
    assertThat(properties("AWS::Lambda::Alias"))
        .containsPattern(
            "FunctionVersion=\\{Fn::GetAtt=\\[PlainFunctionCurrentVersion\\w+, Version]");
    assertThat(properties("AWS::Lambda::EventSourceMapping")).doesNotContain("ScalingConfig");
    template.resourceCountIs("AWS::SQS::Queue", 2);
  }

  @Test
  void messagesMoveToTheDeadLetterQueueAfterAnOutageOfHalfAnHour() {
    assertThat(values("PlainQueue"))
        .contains(
            "RedrivePolicy.maxReceiveCount=20",
            "RedrivePolicy.deadLetterTargetArn={Fn::GetAtt=[PlainDeadLetterQueue, Arn]}");
  }

  @Test
  void theDeadLetterQueueAdmitsItsSourceAlone() {
    Object sourceName = property("PlainQueue", "QueueName");

    assertThat(property("PlainDeadLetterQueue", "RedriveAllowPolicy"))
        .hasToString(
            "{redrivePermission=byQueue, sourceQueueArns=[{Fn::Join=[, [arn:,"
                + " {Ref=AWS::Partition}, :sqs:, {Ref=AWS::Region}, :, {Ref=AWS::AccountId}, :"
                + sourceName
                + "]]}]}");
  }

  @Test
  void bothQueuesRefuseWhatIsNotTls() {
    for (String queue : List.of("PlainQueue", "PlainDeadLetterQueue")) {
      assertThat(properties(queue + "Policy"))
          .contains("Action=sqs:*, Condition={Bool={aws:SecureTransport=false}}, Effect=Deny");
    }
  }

  @Test
  void theFunctionIsToldWhatTheQueuesAreSetTo() {
    assertThat(values("PlainFunction"))
        .filteredOn(it -> it.startsWith("Environment.Variables.EFFECTIVELY_ONCE_"))
        .map(it -> it.substring("Environment.Variables.EFFECTIVELY_ONCE_".length()))
        .contains(
            "TABLE={Ref=RecordsTable}",
            "RETENTION=PT456H",
            "MAX_RECEIVE_COUNT=20",
            "BACKOFF_FIRST=PT2S",
            "BACKOFF_LONGEST=PT5M",
            "OUTAGE_TOLERANCE=PT30M",
            "DEAD_LETTER_QUEUE_URL={Ref=PlainDeadLetterQueue}",
            "MODE=ENFORCE",
            "LISTING=FAILED_AND_HELD");
  }

  @Test
  void theFunctionMayDoWhatTheLibraryNeedsAndNoMore() {
    assertThat(rights("PlainRole"))
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
  void queuesTheirPoliciesAndLogsStayWhereNothingIsSaidUnlessTheirFirstDeploymentFails() {
    for (String type : List.of("AWS::SQS::Queue", "AWS::SQS::QueuePolicy", "AWS::Logs::LogGroup")) {
      template.allResources(
          type,
          Match.objectLike(
              Map.of("DeletionPolicy", "RetainExceptOnCreate", "UpdateReplacePolicy", "Retain")));
    }
  }
}
