package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConsumerRulesTest {
  private static final SourceQueueSettings STANDARD =
      new SourceQueueSettings(QueueKind.STANDARD, seconds(180), Duration.ofDays(4));
  private static final SourceQueueSettings FIFO =
      new SourceQueueSettings(QueueKind.FIFO, seconds(180), Duration.ofDays(4));
  private static final DeadLetterSettings STANDARD_DLQ =
      new DeadLetterSettings(QueueKind.STANDARD, Duration.ofDays(14), 20);
  private static final DeadLetterSettings FIFO_DLQ =
      new DeadLetterSettings(QueueKind.FIFO, Duration.ofDays(14), 20);
  private static final PollingSettings TEN = polling(10, 0);
  private static final Duration TIMEOUT = seconds(30);
  private static final Duration RECORDS = Duration.ofDays(19);

  @Test
  void theDefaultsGoTogether() {
    assertThat(problems(STANDARD, STANDARD_DLQ, TEN)).isEmpty();
    assertThat(problems(FIFO, FIFO_DLQ, TEN)).isEmpty();
  }

  @Test
  void visibilityCoversSixTimeoutsAndTheBatchingWindow() {
    assertThat(ConsumerRules.visibilityFor(seconds(5), Duration.ZERO)).isEqualTo(seconds(30));
    assertThat(ConsumerRules.visibilityFor(seconds(30), seconds(20))).isEqualTo(seconds(200));
  }

  @Test
  void aRecordOutlivesBothQueues() {
    assertThat(QueueRules.recordRetentionFor(Duration.ofDays(4), Duration.ofDays(14)))
        .isEqualTo(Duration.ofDays(19));
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        Arguments.of(polling(1, 0), OptionalInt.empty()),
        Arguments.of(polling(10_000, 1), OptionalInt.empty()),
        Arguments.of(polling(10, 300), OptionalInt.of(2)),
        Arguments.of(polling(10, 0), OptionalInt.of(1000)));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void theLimitsThemselvesAreAllowed(PollingSettings polling, OptionalInt concurrency) {
    SourceQueueSettings source =
        visibility(ConsumerRules.visibilityFor(TIMEOUT, polling.batchingWindow()));
    PollingSettings limited =
        new PollingSettings(polling.batchSize(), polling.batchingWindow(), concurrency);

    assertThat(problems(source, STANDARD_DLQ, limited)).isEmpty();
  }

  @Test
  void wrongQueuesAreRefusedWithARemedy() {
    assertProblem(
        visibility(seconds(179)),
        "visibilityTimeout is 179 s, under 6 x timeout plus the batching window (180 s)");
    assertProblem(
        visibility(seconds(43_201)),
        "visibilityTimeout is 43201 s: SQS takes whole seconds up to 43200 s");
    assertProblem(FIFO, "the source queue is FIFO and its dead-letter queue is STANDARD");
    assertProblem(FIFO_DLQ, "the source queue is STANDARD and its dead-letter queue is FIFO");
    assertProblem(
        new SourceQueueSettings(QueueKind.STANDARD, seconds(180), seconds(59)),
        "sourceRetention is 59 s: SQS keeps messages from 60 s to 14 days");
    assertProblem(
        kept(Duration.ofDays(14).plusMillis(1), 20),
        "deadLetterRetention is 1209600001 ms: SQS keeps messages from 60 s to 14 days");
    assertProblem(
        kept(Duration.ofDays(3), 20),
        "deadLetterRetention is 3 days, shorter than the source queue's 4 days");
    assertProblem(kept(Duration.ofDays(14), 0), "maxReceiveCount is 0: SQS takes 1 to 1000");
  }

  @Test
  void wrongPollingIsRefusedWithARemedy() {
    assertProblem(polling(11, 0), "batchSize is 11 without a batching window");
    assertProblem(polling(0, 0), "batchSize is 0: Lambda takes 1 to 10000");
    assertProblem(polling(10_001, 1), "batchSize is 10001: Lambda takes 1 to 10000");
    assertProblem(problems(FIFO, FIFO_DLQ, polling(11, 0)), "batchSize is 11 on a FIFO queue");
    assertProblem(
        problems(FIFO, FIFO_DLQ, polling(10, 1)), "batchingWindow is 1 s on a FIFO queue");
    assertProblem(polling(10, 301), "batchingWindow is 301 s");
    assertProblem(
        new PollingSettings(10, Duration.ZERO, OptionalInt.of(1)),
        "maximumConcurrency is 1: an event source mapping takes 2 to 1000");
  }

  private static void assertProblem(SourceQueueSettings source, String problem) {
    assertProblem(problems(source, STANDARD_DLQ, TEN), problem);
  }

  private static void assertProblem(DeadLetterSettings deadLetters, String problem) {
    assertProblem(problems(STANDARD, deadLetters, TEN), problem);
  }

  private static void assertProblem(PollingSettings polling, String problem) {
    assertProblem(problems(STANDARD, STANDARD_DLQ, polling), problem);
  }

  private static void assertProblem(List<String> problems, String problem) {
    assertThat(problems)
        .anySatisfy(
            it ->
                assertThat(it)
                    .startsWith(problem)
                    .containsPattern("\\. (Set|Raise|Lower|Leave|Make) .+\\.$"));
  }

  private static DeadLetterSettings kept(Duration retention, int receives) {
    return new DeadLetterSettings(QueueKind.STANDARD, retention, receives);
  }

  @Test
  void aRecordThatDoesNotOutliveTheQueuesIsRefused() {
    CoupledSettings settings =
        new CoupledSettings(TIMEOUT, terms(STANDARD, STANDARD_DLQ, Duration.ofHours(1)), TEN);

    assertThat(ConsumerRules.problems(settings))
        .containsExactly(
            "recordRetention is 3600 s, shorter than the source and dead-letter queues keep a"
                + " message (18 days together): a late redelivery would find no record and run"
                + " again. Raise it to at least 18 days, shorten the queues' retention, or leave"
                + " recordRetention out to have it derived.");
  }

  @Test
  void aFunctionTimeoutOutsideLambdasLimitsIsRefused() {
    assertThat(FunctionRules.timeoutProblems(Duration.ofMillis(1500)))
        .containsExactly(
            "timeout is 1500 ms: Lambda takes whole seconds from 1 s to 900 s. Set one of these.");
  }

  @Test
  void everyProblemIsToldAtOnce() {
    assertThat(problems(visibility(seconds(1)), FIFO_DLQ, polling(11, 0))).hasSize(4);
  }

  private static List<String> problems(
      SourceQueueSettings source, DeadLetterSettings deadLetters, PollingSettings polling) {
    return ConsumerRules.problems(
        new CoupledSettings(TIMEOUT, terms(source, deadLetters, RECORDS), polling));
  }

  private static QueueTerms terms(
      SourceQueueSettings source, DeadLetterSettings deadLetters, Duration records) {
    return new QueueTerms(
        source,
        deadLetters,
        new Redelivery(source.visibilityTimeout(), "visibilityTimeout"),
        RetrySettings.standard(),
        records);
  }

  private static SourceQueueSettings visibility(Duration visibility) {
    return new SourceQueueSettings(QueueKind.STANDARD, visibility, Duration.ofDays(4));
  }

  private static PollingSettings polling(int batchSize, int windowSeconds) {
    return new PollingSettings(batchSize, seconds(windowSeconds), OptionalInt.empty());
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
