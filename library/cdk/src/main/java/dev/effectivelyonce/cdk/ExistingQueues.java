package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.sqs.CfnQueue;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

/**
 * A source queue and its dead-letter queue that already exist.
 *
 * <p>A consumer does not change them. Encryption, the TLS-only policy and the redrive policy are up
 * to their owner.
 *
 * @param source the queue that the consumer reads
 * @param deadLetters the queue to which its redrive policy moves messages
 * @param sourceSettings the settings of the source queue
 * @param deadLetterSettings the settings of the dead-letter queue and the redrive policy
 */
public record ExistingQueues(
    IQueue source,
    IQueue deadLetters,
    SourceQueueSettings sourceSettings,
    DeadLetterSettings deadLetterSettings) {
  private static final Duration SQS_DEFAULT_VISIBILITY = Duration.ofSeconds(30);
  private static final Duration SQS_DEFAULT_RETENTION = Duration.ofDays(4);

  /**
   * Reads the settings of a queue that this CDK app creates, and of its dead-letter queue.
   *
   * @throws InvalidConstructException if it has no dead-letter queue, or one that this app does not
   *     create; use the constructor in that case
   */
  public static ExistingQueues of(Queue source) {
    DeadLetterQueue redrive =
        Optional.ofNullable(source.getDeadLetterQueue())
            .orElseThrow(() -> refused(source, "the queue has no dead-letter queue. Give it one."));
    if (!(redrive.getQueue() instanceof Queue deadLetters)) {
      throw refused(
          source,
          "its dead-letter queue is not created by this app, so its settings are not known here."
              + " State them: new ExistingQueues(source, deadLetters, sourceSettings,"
              + " deadLetterSettings).");
    }
    return new ExistingQueues(
        source,
        deadLetters,
        new SourceQueueSettings(kind(source), visibility(source), retention(source)),
        new DeadLetterSettings(
            kind(deadLetters), retention(deadLetters), redrive.getMaxReceiveCount().intValue()));
  }

  /** Returns what was stated about a queue's kind but contradicts its ARN. */
  List<String> misstatedKinds() {
    Problems problems = new Problems();
    misstated("sourceSettings", source, sourceSettings.kind(), problems);
    misstated("deadLetterSettings", deadLetters, deadLetterSettings.kind(), problems);
    return problems.all();
  }

  /** Returns the problem of each queue of another Region, which a consumer does not read. */
  List<String> elsewhere() {
    Problems problems = new Problems();
    for (IQueue queue : List.of(source, deadLetters)) {
      String there = queue.getEnv().getRegion();
      String here = Stack.of(queue).getRegion();
      problems.when(
          !Token.isUnresolved(there) && !Token.isUnresolved(here) && !there.equals(here),
          "the queue %s is in %s, and the construct in %s. Name queues of the construct's Region.",
          queue.getNode().getPath(),
          there,
          here);
    }
    return problems.all();
  }

  private static void misstated(String setting, IQueue queue, QueueKind stated, Problems problems) {
    boolean isKnown = queue instanceof Queue || !Token.isUnresolved(queue.getQueueArn());
    QueueKind actual = QueueKind.ofFifoFlag(Boolean.TRUE.equals(queue.getFifo()));
    problems.when(
        isKnown && actual != stated,
        "%s say that the queue %s is %s, and it is %s: a FIFO queue's name ends in .fifo, no"
            + " other's does. State its kind, or name the right queue.",
        setting,
        queue.getNode().getPath(),
        stated,
        actual);
  }

  private static InvalidConstructException refused(Queue source, String problem) {
    return new InvalidConstructException(source.getNode().getPath(), List.of(problem));
  }

  private static QueueKind kind(Queue queue) {
    return QueueKind.ofFifoFlag(Boolean.TRUE.equals(queue.getFifo()));
  }

  private static Duration visibility(Queue queue) {
    return seconds(resource(queue).getVisibilityTimeout()).orElse(SQS_DEFAULT_VISIBILITY);
  }

  private static Duration retention(Queue queue) {
    return seconds(resource(queue).getMessageRetentionPeriod()).orElse(SQS_DEFAULT_RETENTION);
  }

  private static CfnQueue resource(Queue queue) {
    return (CfnQueue) queue.getNode().getDefaultChild();
  }

  private static Optional<Duration> seconds(@Nullable Number value) {
    return Optional.ofNullable(value).map(Number::longValue).map(Duration::ofSeconds);
  }
}
