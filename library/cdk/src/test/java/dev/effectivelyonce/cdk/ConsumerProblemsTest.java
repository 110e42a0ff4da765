package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static dev.effectivelyonce.cdk.TestStack.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

@TestInstance(Lifecycle.PER_CLASS)
class ConsumerProblemsTest {
  private TestStack test;

  @BeforeAll
  void start(@TempDir Path directory) {
    test = TestStack.in(directory);
  }

  @Test
  void theMessageNamesTheConsumerAndEveryProblem() {
    IdempotentConsumer.Builder builder =
        test.consumer("Wrong").maxReceiveCount(0).recordRetention(Duration.ofHours(1));

    assertThatThrownBy(builder::build)
        .isInstanceOf(InvalidConstructException.class)
        .hasMessageStartingWith("'Shop/Wrong' cannot be built:\n- recordRetention is")
        .hasMessageContaining("\n- maxReceiveCount is 0");
  }

  @Test
  void nothingIsAddedWhereSomethingIsWrong() {
    assertThat(problems(test.consumer("Absent").batchSize(11))).hasSize(1);
    assertThat(test.stack().getNode().tryFindChild("Absent")).isNull();
  }

  @Test
  void settingsThatCanNotWorkAreRefusedWithTheRemedy() {
    assertProblems(
        IdempotentConsumer.Builder.create(test.stack(), "Empty"),
        "code is missing. Set it before build().",
        "handler is missing. Set it before build().",
        "consumerName is missing. Set it before build().",
        "idempotencyTable is missing. Set it before build().");
    assertProblems(
        test.consumer("Own").environment("EFFECTIVELY_ONCE_TABLE", "mine"),
        "environment variable EFFECTIVELY_ONCE_TABLE is the construct's own. Leave it out.");
    assertProblems(
        test.consumer("Hasty").heartbeat(Duration.ofMillis(900)),
        "heartbeat is 900 ms. Set 1 s to 15 min.");
    assertProblems(
        test.consumer("Both").provisionedPollers(2, 10).maximumConcurrency(20),
        "provisionedPollers and maximumConcurrency (20) are both set: Lambda takes one of them."
            + " Leave one out; a poller has up to 10 invocations at once.");
    assertProblems(
        test.consumer("Tight").reservedConcurrency(9).maximumConcurrency(10),
        "reservedConcurrency (9) is less than maximumConcurrency (10): what is above it is"
            + " throttled, which costs receives. Set at least as much.");
    assertProblems(
        test.consumer("Never").reservedConcurrency(0),
        "reservedConcurrency is 0: the function could never run. Set 1 or more, or leave it"
            + " out.");
    assertProblems(
        test.consumer("Fast").fifoThroughput(FifoThroughput.PER_MESSAGE_GROUP),
        "fifoThroughput is set on a standard queue, which has no such limit. Leave it out, or"
            + " set source(QueueKind.FIFO).");
    assertProblems(
        test.consumer("Named").queueName("orders.fifo"),
        "queueName is 'orders.fifo': use 1 to 60 characters of A-Z a-z 0-9 _ -. The construct adds"
            + " '-DeadLetters' and '.fifo'.");
    assertProblems(
        test.consumer("Old").runtime(Runtime.JAVA_17),
        "runtime is java17, which can't run the library. Set JAVA_21 or JAVA_25.");
    assertProblems(
        test.consumer("Wild").allow("arn:aws:s3:::b/k", "s3:Get*", "s3:PutObject"),
        "allow(s3:Get*, s3:PutObject) is not exact. Name each action in full, without a"
            + " wildcard.");
    assertProblems(
        test.consumer("Guessing").allow("arn:aws:s3:::b/k", "s3:GetObjec?"),
        "allow(s3:GetObjec?) is not exact. Name each action in full, without a wildcard.");
    assertProblems(
        test.consumer("Everywhere").allow("*", "s3:PutObject"),
        "allow(s3:PutObject) is on every resource. Name the ARN of one.");
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "201, 300", "3, 2", "2, 10001"})
  void pollersThatLambdaDoesNotTakeAreRefused(int atLeast, int atMost) {
    assertProblems(
        test.consumer("Pollers").provisionedPollers(atLeast, atMost),
        "provisionedPollers(%s, %s): Lambda takes 2 to 200 at least, and from that to 10000 at most."
                .formatted(atLeast, atMost)
            + " Set values between these.");
  }

  @Test
  void aFifoConsumerMayNotGatherBatches() {
    assertThat(
            problems(
                test.consumer("Fifo")
                    .source(QueueKind.FIFO)
                    .batchingWindow(Duration.ofSeconds(1))
                    .batchSize(11)))
        .hasSize(2);
  }

  @Test
  void settingsOfExistingQueuesAreTheirOwners() {
    ExistingQueues queues = ExistingQueues.of(queueWith("Owned", Duration.ofMinutes(3)));

    assertProblems(
        test.consumer("Owner")
            .existingQueues(queues)
            .maxReceiveCount(4)
            .queueName("mine")
            .visibilityTimeout(Duration.ofMinutes(3)),
        notHere("maxReceiveCount"),
        notHere("queueName"),
        notHere("visibilityTimeout"));
  }

  @Test
  void anExistingQueueWithTooShortAVisibilityIsRefused() {
    ExistingQueues queues = ExistingQueues.of(queueWith("Short", Duration.ofSeconds(60)));

    assertOneProblem(
        test.consumer("ShortConsumer")
            .existingQueues(queues)
            .outageTolerance(Duration.ofMinutes(1)),
        "visibilityTimeout is 60 s, under 6 x timeout");
  }

  @Test
  void anExistingQueueThatGivesUpTooSoonIsRefused() {
    ExistingQueues known = ExistingQueues.of(queueWith("Hasty", Duration.ofMinutes(3)));
    ExistingQueues queues =
        new ExistingQueues(
            known.source(),
            known.deadLetters(),
            known.sourceSettings(),
            new DeadLetterSettings(QueueKind.STANDARD, Duration.ofDays(14), 5));

    assertOneProblem(
        test.consumer("HastyConsumer").existingQueues(queues),
        "maxReceiveCount is 5:",
        "survives an outage of 15 s, less than the 1800 s of outageTolerance. Set 20 or more");
    IdempotentConsumer unused =
        test.consumer("Modest")
            .existingQueues(queues)
            .outageTolerance(Duration.ofSeconds(15))
            .build();
  }

  @Test
  void anExistingQueueWithoutADeadLetterQueueIsRefused() {
    Queue queue = test.queue("Lonely");

    assertThatThrownBy(() -> ExistingQueues.of(queue))
        .isInstanceOf(InvalidConstructException.class)
        .hasMessageContaining("the queue has no dead-letter queue. Give it one.");
  }

  @Test
  void aDeadLetterQueueOfAnotherAppIsNotGuessedAt() {
    IQueue deadLetters = Queue.fromQueueArn(test.stack(), "Other", "arn:aws:sqs:eu-west-1:1:x");
    Queue queue =
        Queue.Builder.create(test.stack(), "HalfKnown")
            .deadLetterQueue(
                DeadLetterQueue.builder().queue(deadLetters).maxReceiveCount(5).build())
            .build();

    assertThatThrownBy(() -> ExistingQueues.of(queue)).hasMessageContaining("State them");
  }

  @Test
  void anExistingQueueIsWhatTheConsumerReadsWithItsSettings() {
    Queue queue = queueWith("Used", Duration.ofMinutes(4));
    ExistingQueues queues = ExistingQueues.of(queue);

    assertThat(queues.sourceSettings())
        .isEqualTo(
            new SourceQueueSettings(QueueKind.STANDARD, Duration.ofMinutes(4), Duration.ofDays(4)));
    assertThat(queues.deadLetterSettings())
        .isEqualTo(new DeadLetterSettings(QueueKind.STANDARD, Duration.ofDays(10), 20));
    IdempotentConsumer consumer = test.consumer("User").existingQueues(queues).build();

    assertThat(consumer.queue().getQueueArn()).isEqualTo(queue.getQueueArn());
    assertThat(consumer.getNode().tryFindChild("Queue")).isNull();
  }

  private Queue queueWith(String id, Duration visibility) {
    Queue deadLetters =
        Queue.Builder.create(test.stack(), id + "Dead")
            .retentionPeriod(Durations.toCdk(Duration.ofDays(10)))
            .build();
    return Queue.Builder.create(test.stack(), id)
        .visibilityTimeout(Durations.toCdk(visibility))
        .deadLetterQueue(DeadLetterQueue.builder().queue(deadLetters).maxReceiveCount(20).build())
        .build();
  }

  private static String notHere(String setting) {
    return setting
        + " is set and existingQueues too: a consumer changes no queue that it did not create. Set"
        + " it where the queue is created and leave it out here.";
  }
}
