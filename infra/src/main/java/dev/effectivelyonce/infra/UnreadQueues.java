package dev.effectivelyonce.infra;

import dev.effectivelyonce.core.retry.Backoff;
import java.util.List;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.amazon.awscdk.services.sqs.RedriveAllowPolicy;
import software.amazon.awscdk.services.sqs.RedrivePermission;

/**
 * Queues of orders that are to be shipped. If no gateway is named, they wait for a consumer of your
 * own.
 */
final class UnreadQueues {
  private static final Duration KEPT = Duration.days(14);

  private UnreadQueues() {}

  /**
   * Adds both, and returns the source. It has a given name: the queues name each other, which would
   * be a cycle.
   */
  static IQueue under(EffectivelyOnceStack stack, Stage stage) {
    String name = stack.getStackName() + "-Fulfilment-Unread";
    String arn = stack.formatArn(ArnComponents.builder().service("sqs").resource(name).build());
    Queue deadLetters =
        queue(stack, "FulfilmentDeadLetterQueue")
            .redriveAllowPolicy(
                RedriveAllowPolicy.builder()
                    .redrivePermission(RedrivePermission.BY_QUEUE)
                    .sourceQueues(List.of(Queue.fromQueueArn(stack, "AdmittedFulfilment", arn)))
                    .build())
            .build();
    Queue source =
        queue(stack, "FulfilmentQueue")
            .queueName(name)
            .deadLetterQueue(
                DeadLetterQueue.builder()
                    .queue(deadLetters)
                    .maxReceiveCount(
                        Backoff.standard().receivesFor(stage.outageTolerance()).orElseThrow())
                    .build())
            .build();
    stack.output("FulfilmentQueueUrl", source.getQueueUrl());
    stack.output("FulfilmentDeadLetterQueueUrl", deadLetters.getQueueUrl());
    stage.lifecycle().applyTo(deadLetters);
    return stage.lifecycle().applyTo(source);
  }

  private static Queue.Builder queue(Stack stack, String id) {
    return Queue.Builder.create(stack, id)
        .encryption(QueueEncryption.SQS_MANAGED)
        .enforceSsl(true)
        .retentionPeriod(KEPT);
  }
}
