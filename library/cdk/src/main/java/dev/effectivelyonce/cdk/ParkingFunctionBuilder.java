package dev.effectivelyonce.cdk;

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

/**
 * The settings of a function that parks records that fail for good.
 *
 * @param <B> the builder that its methods return
 */
public abstract class ParkingFunctionBuilder<B extends ParkingFunctionBuilder<B>>
    extends IdempotentFunctionBuilder<B> {
  private static final Duration SLACK = Duration.ofDays(1);
  private static final Duration LONGEST_WINDOW = Duration.ofMinutes(5);
  private static final int LARGEST_BATCH = 10_000;

  final String sourceName;
  private RetrySettings retries = RetrySettings.standard();
  private Optional<Duration> recordRetention = Optional.empty();
  private Optional<Duration> heartbeat = Optional.empty();
  private OptionalInt maxAttempts = OptionalInt.empty();
  private Duration batchingWindow = Duration.ZERO;
  private int batchSize = 100;

  /**
   * @param sourceName what texts call its source
   */
  ParkingFunctionBuilder(Construct scope, String id, String sourceName) {
    super(scope, id, Duration.ofMinutes(1));
    this.sourceName = sourceName;
  }

  /** Sets how many records one invocation takes at most. Default: 100. */
  public B batchSize(int batchSize) {
    this.batchSize = batchSize;
    return self();
  }

  /** Sets how long Lambda gathers a batch, at most 5 minutes. Default: not at all. */
  public B batchingWindow(Duration window) {
    this.batchingWindow = window;
    return self();
  }

  /**
   * Sets the number of attempts after which an event is parked. Default: the number that an outage
   * may need.
   */
  public B maxAttempts(int attempts) {
    this.maxAttempts = OptionalInt.of(attempts);
    return self();
  }

  /**
   * Sets the longest outage of the services that the handler calls that records survive before they
   * are parked. Default: 30 minutes.
   */
  public B outageTolerance(Duration outage) {
    this.retries = retries.surviving(outage);
    return self();
  }

  /** Sets how long a record waits in its lane after a failure. Default: from 2 s to 5 min. */
  public B backoff(Duration first, Duration longest) {
    this.retries = retries.waiting(first, longest);
    return self();
  }

  /**
   * Sets how long the idempotency record of an event is kept. Default: the retention of source and
   * parking queue together plus one day; less than both together is refused.
   */
  public B recordRetention(Duration retention) {
    this.recordRetention = Optional.of(retention);
    return self();
  }

  /**
   * Sets the lease of claims that are renewed, 1 s to 15 min. Default: none, so that one lease
   * covers the timeout.
   */
  public B heartbeat(Duration lease) {
    this.heartbeat = Optional.of(lease);
    return self();
  }

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
            retries.backoffProblems(),
            ConstructRules.heartbeatProblems(heartbeat),
            sourceProblems().isEmpty() && retries.backoff().isPresent()
                ? ownProblems()
                : List.of()));
  }

  /** Returns the longest outage of what the handler calls that a record survives. */
  final Duration outage() {
    return retries.outage();
  }

  /** {@inheritDoc} More than source and parking together: a parked record may be sent late. */
  @Override
  Duration recordRetention() {
    return recordRetention.orElseGet(() -> sourceRetention().plus(FAILURES_KEPT).plus(SLACK));
  }

  int maxAttempts() {
    return maxAttempts.orElseGet(() -> attemptsFor(outage()));
  }

  /** Returns the most attempts of an outage: each invocation begins its waits anew. */
  int attemptsFor(Duration time) {
    long invocations = Math.ceilDiv(time.toMillis(), Math.max(1, timeout.toMillis()));
    int each = retries.backoff().orElseThrow().receivesFor(timeout).orElse(Backoff.MOST_RECEIVES);
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, invocations * each + 1));
  }

  Queue parkingFor(Construct consumer) {
    return queueOfFailures(
        consumer,
        "ParkingQueue",
        "It is where records are parked, and nothing reads it by itself.");
  }

  final Stream<Permission> rights(IQueue parking) {
    return Stream.of(
            records.rights(RecordChoices.IN_BATCHES),
            Permission.toSend(parking),
            sourceRights().stream())
        .flatMap(it -> it);
  }

  final Map<String, String> variables(IQueue parking) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(EnvironmentVariables.PARKING_QUEUE_URL, parking.getQueueUrl());
    variables.put(EnvironmentVariables.MAX_RECEIVE_COUNT, Integer.toString(maxAttempts()));
    variables.put(EnvironmentVariables.BACKOFF_FIRST, retries.first().toString());
    variables.put(EnvironmentVariables.BACKOFF_LONGEST, retries.longest().toString());
    heartbeat.ifPresent(it -> variables.put(EnvironmentVariables.HEARTBEAT, it.toString()));
    return variables;
  }

  /** Adds the plain resource: CDK's own can't name the alias without string operations. */
  final CfnEventSourceMapping addEventSource(
      Construct consumer, ConsumerFunction function, IQueue parking) {
    CfnEventSourceMapping.Builder mapping =
        CfnEventSourceMapping.Builder.create(consumer, "EventSource")
            .functionName(function.alias().getFunctionArn())
            .batchSize(batchSize)
            .maximumBatchingWindowInSeconds(batchingWindow.toSeconds());
    read(mapping, parking);
    return mapping.build();
  }

  private List<String> ownProblems() {
    Duration together = sourceRetention().plus(FAILURES_KEPT);
    Problems problems =
        new Problems()
            .and(settingProblems())
            .within("batchSize", batchSize, 1, LARGEST_BATCH)
            .when(
                Durations.outside(batchingWindow, Duration.ZERO, LONGEST_WINDOW),
                "batchingWindow is %s: Lambda takes whole seconds up to 300 s. Set one of these.",
                batchingWindow)
            .when(
                recordRetention().compareTo(together) < 0,
                "recordRetention is %s, shorter than %s and parking queue keep a record (%s"
                    + " together): one that is sent again late would run again. Raise it, or leave"
                    + " it out to have it derived.",
                recordRetention(),
                sourceName,
                together);
    return problems.isEmpty() ? problemsOfOutage() : problems.all();
  }

  private List<String> problemsOfOutage() {
    int least = attemptsFor(outage());
    return new Problems()
        .and(outageProblems())
        .when(
            maxAttempts() < least,
            "maxAttempts is %s: in an outage of %s (outageTolerance) a record is tried up to %s"
                + " times. Set at least as many, or leave it out to have it derived.",
            maxAttempts(),
            outage(),
            least)
        .all();
  }
}
