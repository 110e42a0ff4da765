package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.Durations.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.CfnEventInvokeConfig;
import software.amazon.awscdk.services.lambda.CfnEventInvokeConfig.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventInvokeConfig.OnFailureProperty;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** The settings that a builder of a function has collected, and those derived from them. */
final class AnyFunctionDraft extends IdempotentDraft {
  private static final Duration KEPT_FOR = Duration.ofDays(14);
  private static final Duration LONGEST_AGE = Duration.ofHours(6);
  private static final int MOST_RETRIES = 2;
  private static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  /** EventBridge tries for a day, the queue of what is given up keeps it for 14. */
  private static final Duration SHORTEST_RETENTION = KEPT_FOR.plusDays(1);

  Duration recordRetention = SHORTEST_RETENTION.plusDays(1);
  Duration maximumEventAge = LONGEST_AGE;
  int retryAttempts = MOST_RETRIES;

  AnyFunctionDraft(Construct scope, String id) {
    super(scope, id, Duration.ofSeconds(30));
  }

  @Override
  Duration recordRetention() {
    return recordRetention;
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.concat(super.problems(), Stream.of(ownProblems()));
  }

  private List<String> ownProblems() {
    List<String> problems = new ArrayList<>();
    if (!Durations.isWholeSeconds(recordRetention)
        || recordRetention.compareTo(SHORTEST_RETENTION) < 0) {
      problems.add(
          ("recordRetention is %s: set whole seconds, at least %s. EventBridge tries for a day, and"
                  + " what is given up is kept for 14.")
              .formatted(text(recordRetention), text(SHORTEST_RETENTION)));
    }
    if (Durations.outside(maximumEventAge, Duration.ofMinutes(1), LONGEST_AGE)) {
      problems.add(
          "maximumEventAge is %s: Lambda takes 60 s to 6 h.".formatted(text(maximumEventAge)));
    }
    if (retryAttempts < 0 || retryAttempts > MOST_RETRIES) {
      problems.add("retryAttempts is %s: Lambda takes 0 to 2.".formatted(retryAttempts));
    }
    if (snapshots == Snapshots.KEPT) {
      problems.add(
          "snapshots is KEPT: there is no event that every function takes. Leave it out, and call"
              + " the alias daily by a schedule of your own.");
    }
    return problems;
  }

  Queue queueFor(Construct owner) {
    Queue queue =
        Keys.encrypt(Queue.Builder.create(owner, "GivenUpQueue").enforceSsl(true), encryptionKey)
            .retentionPeriod(Durations.toCdk(KEPT_FOR))
            .maxMessageSizeBytes(MAX_MESSAGE_BYTES)
            .build();
    new RuleException(
            "AwsSolutions-SQS3", "It is for events that were given up, and nothing reads it.")
        .addTo(queue);
    return lifecycle.applyTo(queue);
  }

  FunctionSettings functionSettings(IQueue givenUp) {
    return functionSettings(
        Map.of(),
        Stream.of(
                onRecords("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"),
                Stream.of(Permission.of(givenUp.getQueueArn(), "sqs:SendMessage")),
                Keys.toSend(givenUp))
            .flatMap(it -> it)
            .toList());
  }

  void addAsynchronousInvocation(Construct owner, ConsumerFunction function, IQueue givenUp) {
    CfnEventInvokeConfig config =
        CfnEventInvokeConfig.Builder.create(owner, "Asynchronous")
            .functionName(function.function().getFunctionName())
            .qualifier(function.live().getAliasName())
            .maximumEventAgeInSeconds(maximumEventAge.toSeconds())
            .maximumRetryAttempts(retryAttempts)
            .destinationConfig(
                DestinationConfigProperty.builder()
                    .onFailure(
                        OnFailureProperty.builder().destination(givenUp.getQueueArn()).build())
                    .build())
            .build();
    // Its right to send to the queue has to be there first, or Lambda refuses the configuration.
    config.getNode().addDependency(function.live());
  }
}
