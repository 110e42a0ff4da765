package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** The settings that a builder of a consumer that parks has collected. */
abstract class ParkingDraft extends IdempotentDraft {
  private static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  Optional<Duration> recordRetention = Optional.empty();
  Optional<Duration> heartbeat = Optional.empty();
  OptionalInt maxAttempts = OptionalInt.empty();
  Duration outage = Duration.ofMinutes(30);
  Duration batchingWindow = Duration.ZERO;
  Duration firstWait = Backoff.standard().first();
  Duration longestWait = Backoff.standard().longest();
  int batchSize = 100;

  ParkingDraft(Construct scope, String id) {
    super(scope, id, Duration.ofMinutes(1));
  }

  /** Returns what the source is called in texts. */
  abstract String sourceName();

  /** Returns how long the source keeps a record. */
  abstract Duration sourceRetention();

  /** Returns the rights to read the source. */
  abstract List<Permission> sourceRights();

  /** Returns why there is no source to read; empty if there is one. */
  abstract List<String> sourceProblems();

  /** Returns what is wrong with settings that only this source has, where there is a source. */
  abstract List<String> settingProblems();

  /** Returns why a stated outage can't be survived, where all else is right. */
  abstract List<String> outageProblems();

  /** Returns the alarm for being behind the source. */
  abstract LagAlarm lagAlarm();

  /** Returns the alarm for what the source itself gave up, if it can tell. */
  Optional<LagAlarm> givenUpAlarm() {
    return Optional.empty();
  }

  /** Adds what names the source, and its own settings, to a mapping. */
  abstract void read(CfnEventSourceMapping.Builder mapping, IQueue parking);

  @Override
  final Stream<List<String>> problems() {
    return Stream.concat(
        super.problems(),
        Stream.of(
            sourceProblems(),
            backoffProblems(),
            FunctionRules.heartbeatProblems(heartbeat),
            sourceProblems().isEmpty() && backoff().isPresent()
                ? new ParkingRules(this).problems()
                : List.of()));
  }

  private List<String> backoffProblems() {
    return backoff().isPresent()
        ? List.of()
        : List.of(
            "backoff is from %s to %s. Set 1 s <= first <= longest <= 12 h."
                .formatted(Durations.text(firstWait), Durations.text(longestWait)));
  }

  private Optional<Backoff> backoff() {
    try {
      return Optional.of(new Backoff(firstWait, longestWait))
          .filter(it -> it.first().compareTo(Duration.ofSeconds(1)) >= 0);
    } catch (ConfigurationException e) {
      return Optional.empty();
    }
  }

  @Override
  Duration recordRetention() {
    return recordRetention.orElseGet(() -> ParkingRules.recordRetentionFor(sourceRetention()));
  }

  int maxAttempts() {
    return maxAttempts.orElseGet(() -> attemptsFor(outage));
  }

  /** Returns the most attempts of an outage: each invocation begins its waits anew. */
  int attemptsFor(Duration time) {
    long invocations = Math.ceilDiv(time.toMillis(), Math.max(1, timeout.toMillis()));
    int each = backoff().orElseThrow().receivesFor(timeout).orElse(Backoff.MOST_RECEIVES);
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, invocations * each + 1));
  }

  Queue parkingFor(Construct consumer) {
    Queue queue =
        Keys.encrypt(Queue.Builder.create(consumer, "ParkingQueue").enforceSsl(true), encryptionKey)
            .retentionPeriod(Durations.toCdk(ParkingRules.PARKED_FOR))
            .maxMessageSizeBytes(MAX_MESSAGE_BYTES)
            .build();
    new RuleException(
            "AwsSolutions-SQS3", "It is where records are parked, and nothing reads it by itself.")
        .addTo(queue);
    return lifecycle.applyTo(queue);
  }

  FunctionSettings functionSettings(IQueue parking) {
    Stream<Permission> records =
        onRecords(
            "dynamodb:BatchGetItem",
            "dynamodb:GetItem",
            "dynamodb:PartiQLInsert",
            "dynamodb:PartiQLUpdate",
            "dynamodb:PutItem",
            "dynamodb:UpdateItem");
    return functionSettings(
        variables(parking),
        Stream.of(
                records,
                Stream.of(Permission.of(parking.getQueueArn(), "sqs:SendMessage")),
                Keys.toSend(parking),
                sourceRights().stream())
            .flatMap(it -> it)
            .toList());
  }

  private Map<String, String> variables(IQueue parking) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(EnvironmentVariables.PARKING_QUEUE_URL, parking.getQueueUrl());
    variables.put(EnvironmentVariables.MAX_RECEIVE_COUNT, Integer.toString(maxAttempts()));
    variables.put(EnvironmentVariables.BACKOFF_FIRST, firstWait.toString());
    variables.put(EnvironmentVariables.BACKOFF_LONGEST, longestWait.toString());
    heartbeat.ifPresent(it -> variables.put(EnvironmentVariables.HEARTBEAT, it.toString()));
    return variables;
  }

  /** Adds the plain resource: CDK's own can't name the alias without string operations. */
  final void addEventSource(Construct consumer, ConsumerFunction function, IQueue parking) {
    CfnEventSourceMapping.Builder mapping =
        CfnEventSourceMapping.Builder.create(consumer, "EventSource")
            .functionName(function.live().getFunctionArn())
            .batchSize(batchSize)
            .maximumBatchingWindowInSeconds(batchingWindow.toSeconds());
    read(mapping, parking);
    mapping.build();
  }
}
