package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;

/** The outbox of the stack. */
@TestInstance(Lifecycle.PER_CLASS)
class OutboxStackTest {
  private Template trial;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    trial = TestApps.template(directory, Stage.trial(), TestApps.functionsZip(directory));
  }

  @Test
  void thePublisherOfTheOutboxMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "OutboxPublisherRole"))
        .containsExactlyInAnyOrder(
            "OutboxTable dynamodb:BatchWriteItem",
            "OutboxTable dynamodb:PartiQLSelect",
            "OutboxTable dynamodb:DescribeStream",
            "OutboxTable dynamodb:GetRecords",
            "OutboxTable dynamodb:GetShardIterator",
            "OutboxTable dynamodb:ListStreams",
            "OutboxDeadLetterQueue sqs:SendMessage",
            "FulfilmentQueue sqs:SendMessage",
            "OutboxPublisherLogs logs:CreateLogStream",
            "OutboxPublisherLogs logs:PutLogEvents");
  }

  /** What comes to it comes from the stream: no queue may use it for its own. */
  @Test
  void theDeadLetterQueueOfTheOutboxAdmitsNoQueue() {
    assertThat(TemplateReader.property(trial, "OutboxDeadLetterQueue", "RedriveAllowPolicy"))
        .hasToString("{redrivePermission=denyAll}");
  }

  @Test
  void theDeadLetterQueueOfOrdersToFulfilAdmitsTheirQueueAlone() {
    Object name = TemplateReader.property(trial, "FulfilmentQueue", "QueueName");

    assertThat(TemplateReader.property(trial, "FulfilmentDeadLetterQueue", "RedriveAllowPolicy"))
        .hasToString(
            "{redrivePermission=byQueue, sourceQueueArns=[{Fn::Join=[, [arn:,"
                + " {Ref=AWS::Partition}, :sqs:, {Ref=AWS::Region}, :, {Ref=AWS::AccountId}, :"
                + name
                + "]]}]}");
  }

  @Test
  void theSweeperOfTheOutboxMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "OutboxSweeperRole"))
        .containsExactlyInAnyOrder(
            "OutboxTable dynamodb:BatchWriteItem",
            "OutboxTable dynamodb:Scan",
            "FulfilmentQueue sqs:SendMessage",
            "OutboxSweeperLogs logs:CreateLogStream",
            "OutboxSweeperLogs logs:PutLogEvents");
  }
}
