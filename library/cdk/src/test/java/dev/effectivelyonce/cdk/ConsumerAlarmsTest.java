package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

class ConsumerAlarmsTest extends StackTest {
  private IdempotentConsumer consumer;

  @Override
  void fill() {
    consumer = test.consumer("Plain").build();
  }

  @Test
  void aQueueOfAnotherAccountIsWatchedThere(@TempDir Path directory) {
    TestStack test = TestStack.in(directory);
    IQueue queue =
        Queue.fromQueueArn(test.stack(), "Theirs", "arn:aws:sqs:eu-central-1:111122223333:theirs");
    IQueue letters =
        Queue.fromQueueArn(test.stack(), "Dead", "arn:aws:sqs:eu-central-1:111122223333:dead");
    test.consumer("Foreign")
        .existingQueues(
            new ExistingQueues(
                queue,
                letters,
                new SourceQueueSettings(
                    QueueKind.STANDARD, Duration.ofMinutes(3), Duration.ofDays(4)),
                new DeadLetterSettings(QueueKind.STANDARD, Duration.ofDays(14), 20)))
        .build();

    for (String alarm : List.of("ForeignOldestMessageAlarm", "ForeignDeadLetterAlarm")) {
      assertThat(TemplateReader.properties(Template.fromStack(test.stack()), alarm))
          .as(alarm)
          .contains("AccountId=111122223333");
    }
  }

  @Test
  void anAlarmIsToBeHadByItsKind() {
    assertThat(consumer.alarm(ConsumerAlarm.HELD))
        .isEqualTo(consumer.getNode().findChild("HeldAlarm"));
  }
}
