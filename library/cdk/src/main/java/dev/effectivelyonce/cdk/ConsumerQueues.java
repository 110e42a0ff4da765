package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Names;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.UniqueResourceNameOptions;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.DeduplicationScope;
import software.amazon.awscdk.services.sqs.FifoThroughputLimit;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.RedriveAllowPolicy;
import software.amazon.awscdk.services.sqs.RedrivePermission;
import software.constructs.Construct;

/** The source queue and the dead-letter queue that a consumer creates for itself. */
record ConsumerQueues(IQueue source, IQueue deadLetters) {
  static final int MAX_NAME_LENGTH = 60;

  /**
   * Creates the queues, which name each other: CloudFormation refuses that as a cycle of
   * references. Fixed names break it: the dead-letter queue admits the source queue by an ARN made
   * of its name.
   */
  static ConsumerQueues create(
      Construct consumer, QueueTerms settings, ConstructBuilder<?> of, QueueChoices choices) {
    String name = choices.name.orElseGet(() -> uniqueName(consumer));
    Queue deadLetters =
        common(
                consumer,
                "DeadLetterQueue",
                settings.deadLetters().kind(),
                of.encryptionKey,
                choices)
            .queueName(name + "-DeadLetters" + settings.deadLetters().kind().nameSuffix())
            .retentionPeriod(Durations.toCdk(settings.deadLetters().retention()))
            .redriveAllowPolicy(onlyFrom(consumer, name + settings.source().kind().nameSuffix()))
            .build();
    Queue source =
        common(consumer, "Queue", settings.source().kind(), of.encryptionKey, choices)
            .queueName(name + settings.source().kind().nameSuffix())
            .retentionPeriod(Durations.toCdk(settings.source().retention()))
            .visibilityTimeout(Durations.toCdk(settings.source().visibilityTimeout()))
            .deadLetterQueue(
                DeadLetterQueue.builder()
                    .queue(deadLetters)
                    .maxReceiveCount(settings.deadLetters().maxReceiveCount())
                    .build())
            .build();
    return new ConsumerQueues(of.lifecycle.applyTo(source), of.lifecycle.applyTo(deadLetters));
  }

  /** Returns a name that nothing else in the app has. */
  static String uniqueName(Construct consumer) {
    return Names.uniqueResourceName(
        consumer,
        UniqueResourceNameOptions.builder()
            .maxLength(MAX_NAME_LENGTH)
            .separator("-")
            .allowedSpecialCharacters("-")
            .build());
  }

  private static Queue.Builder common(
      Construct consumer, String id, QueueKind kind, Optional<IKey> key, QueueChoices choices) {
    Queue.Builder builder = Keys.encrypt(Queue.Builder.create(consumer, id).enforceSsl(true), key);
    if (kind == QueueKind.FIFO) {
      builder.fifo(true);
    }
    if (choices.fifoThroughput.filter(it -> it == FifoThroughput.PER_MESSAGE_GROUP).isPresent()) {
      builder
          .deduplicationScope(DeduplicationScope.MESSAGE_GROUP)
          .fifoThroughputLimit(FifoThroughputLimit.PER_MESSAGE_GROUP_ID);
    }
    return builder;
  }

  private static RedriveAllowPolicy onlyFrom(Construct consumer, String sourceName) {
    String arn =
        Stack.of(consumer)
            .formatArn(ArnComponents.builder().service("sqs").resource(sourceName).build());
    return RedriveAllowPolicy.builder()
        .redrivePermission(RedrivePermission.BY_QUEUE)
        .sourceQueues(List.of(Queue.fromQueueArn(consumer, "AdmittedQueue", arn)))
        .build();
  }
}
