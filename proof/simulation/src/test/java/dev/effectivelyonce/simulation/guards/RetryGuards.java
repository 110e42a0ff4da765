package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules by which messages wait for what is out of order, and a process ends. */
final class RetryGuards {
  private static final String CORE = "library/core/src/main/java/dev/effectivelyonce/core/";
  private static final String BATCH = "library/batch/src/main/java/dev/effectivelyonce/batch/";
  private static final String SQS = "library/sqs/src/main/java/dev/effectivelyonce/sqs/";
  private static final String DISPOSITIONS = BATCH + "Dispositions.java";
  private static final String IDENTITY = SQS + "MessageIdentity.java";
  private static final String LANE_RUNNER = BATCH + "LaneRunner.java";
  private static final String UNSOUND = CORE + "engine/UnsoundProcessError.java";
  private static final String PROCESSES = "tests.sqs.UnsoundProcessTest";

  private RetryGuards() {}

  static List<Guard> all() {
    return Stream.of(outages(), waits(), reading(), processes()).flatMap(List::stream).toList();
  }

  private static List<Guard> outages() {
    return List.of(
        simulated(
            "outage: the shortest waits count",
            "chance dead-letters what is promised to survive",
            CORE + "retry/Backoff.java",
            "return least.plusMillis(random.nextLong(least.toMillis() + 1));",
            "return least.minusMillis(random.nextLong(least.toMillis() + 1));"),
        simulated(
                "outage: no wait counts for more than the visibility timeout",
                "processes that end dead-letter what is promised to survive",
                CORE + "retry/Backoff.java",
                "Duration most = visibilityTimeout.multipliedBy(2);",
                "Duration most = SQS_LIMIT;")
            .seenBy(
                "core.retry.BackoffTest",
                "in a history the few waits of a message together are no longer than the visibility"
                    + " timeouts that stand in for them"),
        simulated(
                "outage: a backoff that covers less than is stated is refused",
                "an outage empties the queue into the dead-letter queue",
                BATCH + "RetryPolicy.java",
                "if (survived.compareTo(stated) < 0) {",
                "if (survived.isNegative()) {")
            .seenBy("batch.RetryPolicyTest", "a history states nothing"));
  }

  private static List<Guard> waits() {
    return List.of(
        simulated(
            "outage: the store's takes the backoff",
            "an outage uses up the receives",
            DISPOSITIONS,
            "case Outcome.StoreFailed ignored -> Disposition.waiting(delay(message));",
            "case Outcome.StoreFailed ignored -> Disposition.waiting(Duration.ZERO);"),
        simulated(
            "outage: a handler's own delay is not shorter than the backoff",
            "a downstream outage uses up the receives",
            DISPOSITIONS,
            "released.delay().map(it -> longer(it, backoff)).orElse(backoff);",
            "released.delay().orElse(backoff);"),
        simulated(
                "outage: what is not started takes the backoff",
                "a slow store uses up the receives",
                DISPOSITIONS,
                "case Outcome.NotStarted ignored -> Disposition.waiting(delay(message));",
                "case Outcome.NotStarted ignored -> Disposition.waiting(Duration.ZERO);")
            .seenBy("batch.DispositionsTest", "a simulated outage is not slow"),
        simulated(
                "outage: in flight comes back by the backoff at least",
                "a copy uses up its receives",
                DISPOSITIONS,
                "return longer(Duration.between(now, end).plus(jitter), delay(message));",
                "return longer(Duration.between(now, end).plus(jitter), Duration.ZERO);")
            .seenBy("batch.DispositionsTest", "a simulated outage leaves no claim behind"),
        simulated(
                "outage: what waits behind a failure keeps its own backoff",
                "it uses up its receives",
                DISPOSITIONS,
                "failed.visibleAfter().map(after -> longer(after, least(message)))",
                "failed.visibleAfter()")
            .seenBy("batch.DispositionsTest", "in a history both have been received as often"));
  }

  private static List<Guard> reading() {
    return List.of(
        simulated(
            "reading: only what says so by its type is final",
            "a moment's trouble dead-letters messages, and order is lost",
            IDENTITY,
            "return new Deferred<>(message, problem(thrown, read), thrown, read);",
            "return new Unusable<>(message, problem(thrown, read), read);"),
        simulated(
            "reading: what can't be read for now waits",
            "a moment's trouble dead-letters messages, and order is lost",
            LANE_RUNNER,
            "dispositions.deferred(deferred.source())",
            "Disposition.deadLetter(\"\")"),
        simulated(
            "reading: what can't be read for now is not acknowledged",
            "it is lost",
            LANE_RUNNER,
            "dispositions.deferred(deferred.source())",
            "new Disposition.Acknowledge()"));
  }

  private static List<Guard> processes() {
    return List.of(
        simulated(
                "process: what reading shows ends it",
                "it fails message after message",
                LANE_RUNNER,
                "UnsoundProcessError.throwIfShownBy(deferred.cause());",
                "")
            .seenBy(PROCESSES, "the messages wait, and another process reads them"),
        simulated(
                "process: what a handler throws ends it",
                "it fails message after message",
                CORE + "engine/WatchedHandler.java",
                "watched.thrown.ifPresent(UnsoundProcessError::throwIfShownBy);",
                "")
            .seenBy(PROCESSES, "the messages wait, and another process runs them"),
        simulated(
                "process: a missing class ends it",
                "Lambda keeps a process that can't load a class",
                UNSOUND,
                "case LinkageError sign -> throw new UnsoundProcessError(sign);",
                "case LinkageError ignored -> {}")
            .seenBy(PROCESSES, "the messages wait, and another process has the class"),
        simulated(
                "process: a stack overflow does not end it",
                "one deep message ends process after process",
                UNSOUND,
                "case StackOverflowError ignored -> {}",
                "")
            .seenBy(PROCESSES, "no handler of a history is deep"),
        simulated(
                "process: a lane that shows it ends it",
                "Lambda keeps a process that can't go on",
                BATCH + "BatchRunner.java",
                "UnsoundProcessError.throwIfShownBy(Objects.requireNonNullElse(e.getCause(), e));",
                "")
            .seenBy(PROCESSES, "Lambda would keep the process, as for any exception"));
  }
}
