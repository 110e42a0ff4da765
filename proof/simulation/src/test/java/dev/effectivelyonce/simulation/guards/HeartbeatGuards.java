package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of the heartbeat. */
final class HeartbeatGuards {
  private static final String ENGINE =
      "library/core/src/main/java/dev/effectivelyonce/core/engine/";
  private static final String CLAIM = ENGINE + "RunningClaim.java";
  private static final String ENDING = ENGINE + "OutcomeRecorder.java";
  private static final String BATCH = "library/batch/src/main/java/dev/effectivelyonce/batch/";
  private static final String SQS = "library/sqs/src/main/java/dev/effectivelyonce/sqs/";
  private static final String ITS_LEASE = "its lease is over by then, which says the same";
  private static final String CLOSE = "no history among those tried is so close";
  private static final String AS_A_CRASH = "the claim lapses as after a crash";

  private HeartbeatGuards() {}

  static List<Guard> all() {
    return Stream.of(beliefs(), losses(), renewals(), times(), ends(), messages())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Guard> beliefs() {
    return List.of(
        simulated(
            "heartbeat: nobody counts on a claim beyond its lease",
            "a handler goes on beside its successor",
            CLAIM,
            "return !isOver && !isLost && clock.instant().isBefore(heldUntil());",
            "return !isOver && !isLost;"),
        simulated(
                "heartbeat: nor within the margin for clocks",
                "by a clock that is ahead another attempt has begun",
                CLAIM,
                "return mine.leaseUntil().minus(request.margin());",
                "return mine.leaseUntil();")
            .seenBy("tests.engine.HeartbeatLossTest", CLOSE));
  }

  private static List<Guard> losses() {
    return List.of(
        simulated(
                "heartbeat: a refused renewal tells the loss",
                "a handler goes on beside its successor until its lease is over",
                CLAIM,
                "isLost = true;",
                "isLost = false;")
            .seenBy("tests.engine.HeartbeatLossTest", ITS_LEASE),
        simulated(
                "heartbeat: unless the record is its own",
                "another's claim is taken for its own",
                CLAIM,
                "it -> it.isOwnedBy(mine.owner()) && it.status() == Status.INPROGRESS",
                "it -> it.status() == Status.INPROGRESS")
            .seenBy("tests.engine.HeartbeatLossTest", CLOSE),
        simulated(
                "heartbeat: and still in progress",
                "what was held meanwhile is taken for its own",
                CLAIM,
                "it -> it.isOwnedBy(mine.owner()) && it.status() == Status.INPROGRESS",
                "it -> it.isOwnedBy(mine.owner())")
            .seenBy("tests.engine.HeartbeatLossTest", ITS_LEASE),
        simulated(
                "heartbeat: a handler starts only under a claim that it may count on",
                "an answer that was delayed starts it beside its successor",
                ENGINE + "ClaimAcquirer.java",
                "if (!now.isBefore(mine.leaseUntil().minus(request.margin()))) {",
                "if (false) {")
            .seenBy("tests.engine.HeartbeatTest", CLOSE));
  }

  private static List<Guard> renewals() {
    return List.of(
        seen(
            "heartbeat: a claim is renewed",
            "a long handler loses its claim",
            CLAIM,
            "next = timers.after(delay, () -> beat(heartbeat));",
            "next = () -> {};",
            "tests.engine.HeartbeatTest",
            AS_A_CRASH),
        seen(
            "heartbeat: a renewal that was not answered is sent again",
            "one lost answer costs a long handler its claim",
            CLAIM,
            "heldUntil(), e); await(heartbeat);",
            "heldUntil(), e);",
            "tests.engine.HeartbeatTroubleTest",
            AS_A_CRASH),
        simulated(
            "heartbeat: a renewal leaves the steps as the attempt knows them",
            "an attempt that holds its claim is told that it was superseded",
            CLAIM,
            "mine = record.withStepsOf(mine);",
            "mine = record;"),
        seen(
            "heartbeat: soon enough",
            "a claim that was answered slowly lapses before its first renewal",
            ENGINE + "Heartbeat.java",
            "return Collections.min(List.of(atLeast, beat()));",
            "return beat();",
            "tests.engine.HeartbeatTest",
            AS_A_CRASH));
  }

  private static List<Guard> times() {
    return List.of(
        seen(
            "heartbeat: the first lease is short",
            "after a death nobody may run until the deadline",
            ENGINE + "Engine.java",
            "delivery.claimToRenew(request)",
            "delivery.claim(request)",
            "tests.engine.HeartbeatTest",
            "a longer lease breaks no promise"),
        seen(
            "heartbeat: no lease outlasts the attempt's time",
            "after a death nobody may run, longer than without",
            ENGINE + "Request.java",
            ".filter(it -> it.isBefore(leaseUntil))",
            ".filter(it -> true)",
            "tests.engine.HeartbeatTest",
            "a longer lease breaks no promise"),
        seen(
            "heartbeat: it ends with its attempt",
            "each attempt leaves a timer behind",
            CLAIM,
            "isOver = true; next.cancel();",
            "",
            "tests.engine.HeartbeatTest",
            "the store refuses what it writes"));
  }

  private static List<Guard> ends() {
    return List.of(
        seen(
            "heartbeat: a hold finds the lease that was renewed meanwhile",
            "what may have happened lapses, and nobody says why",
            ENDING,
            "current.filter(it -> isRenewed(it, seen))",
            "current.filter(it -> false)",
            "tests.engine.HeartbeatTroubleTest",
            "the claim is held when it lapses"),
        seen(
            "heartbeat: a handler that was stopped by a lapse may have had its effect",
            "under HOLD it is repeated",
            ENDING,
            "case INTERRUPTED, LAPSED, CONTRADICTED -> doubtful(stopped.why(), mine, stopAt);",
            "case LAPSED -> release(stopped.why(), Optional.empty(), mine, stopAt);"
                + " case INTERRUPTED, CONTRADICTED -> doubtful(stopped.why(), mine, stopAt);",
            "tests.engine.HeartbeatLossTest",
            "simulated handlers ask before their effect"),
        seen(
            "heartbeat: no step begins under a claim that may be another's",
            "an effect begins beside its successor's",
            ENGINE + "StepRecorder.java",
            "return !claim.isHeld() ||",
            "return",
            "tests.engine.HeartbeatLossTest",
            "a simulated provider can be asked, which mends it"));
  }

  private static List<Guard> messages() {
    return List.of(
        seen(
            "heartbeat: the message stays hidden with its claim",
            "it comes back while its handler runs, and burns its receives",
            SQS + "Heartbeats.java",
            "visibility.change(changes, now.plus(lease));",
            "",
            "tests.sqs.HeartbeatTest",
            "it finds its claim held"),
        seen(
            "heartbeat: and what waits behind it",
            "it comes back before it ever ran, and burns its receives",
            BATCH + "LaneRunner.java",
            "lane.subList(index, lane.size())",
            "lane.subList(index, index + 1)",
            "tests.sqs.HeartbeatTest",
            "it waits again behind its group"),
        seen(
            "heartbeat: no attempt outlasts the time that SQS hides its message",
            "it runs beside the next receive",
            BATCH + "TimeBudget.java",
            "Collections.min(List.of(now.plus(left), hiddenUntil.minus(leaseMargin)))",
            "now.plus(left)",
            "tests.sqs.HeartbeatTest",
            "no history lasts so long"));
  }

  private static Guard seen(
      String id,
      String protects,
      String file,
      String snippet,
      String replacement,
      String tests,
      String why) {
    return simulated(id, protects, file, snippet, replacement).seenBy(tests, why);
  }
}
