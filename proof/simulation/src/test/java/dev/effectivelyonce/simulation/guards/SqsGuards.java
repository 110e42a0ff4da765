package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of a batch. */
final class SqsGuards {
  private static final String BATCH = "library/batch/src/main/java/dev/effectivelyonce/batch/";
  private static final String SQS = "library/sqs/src/main/java/dev/effectivelyonce/sqs/";
  private static final String DISPOSITIONS = BATCH + "Dispositions.java";
  private static final String LANES = SQS + "LanePlan.java";
  private static final String LANE_RUNNER = BATCH + "LaneRunner.java";
  private static final String TIME = BATCH + "TimeBudget.java";
  private static final String CONSUMER = SQS + "SqsConsumer.java";

  private SqsGuards() {}

  static List<Guard> all() {
    return Stream.of(groups(), lanes(), acknowledgements(), visibility(), copiesAndTime())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Guard> groups() {
    return List.of(
        simulated(
            "batch: FIFO is known by the queue's ARN",
            "order is lost",
            SQS + "SourceQueue.java",
            "return name.endsWith(\".fifo\");",
            "return false;"),
        simulated(
            "batch: one lane for each message group",
            "order is lost",
            LANES,
            "return new Lane.Group(arn, message.messageGroup().orElse(\"\"));",
            "return new Lane.Alone(index);"),
        simulated(
                "batch: what can't be read keeps its place in its group",
                "order is lost",
                LANES,
                "if (message.isFifo()) {",
                "if (message.isFifo() && received instanceof ReadMessage.Usable<M>) {")
            .seenBy(
                "sqs.LanePlanTest", "a simulated reader is in trouble with all messages at once"),
        simulated(
            "batch: the rest of a group waits behind a failure",
            "order is lost",
            LANE_RUNNER,
            "return disposition instanceof Fail fail && fail.rest() == Rest.WAITS",
            "return disposition instanceof Fail fail && fail.rest() != fail.rest()"));
  }

  private static List<Guard> lanes() {
    return List.of(
        simulated(
                "batch: the same key in a batch shares a lane",
                "copies in one batch wait for each other's lease",
                LANES,
                "new Lane.Key(usable.key())",
                "new Lane.Alone(index)")
            .seenBy(
                "sqs.LanePlanTest", "copies that run side by side wait for each other, no more"),
        simulated(
            "batch: what failed is reported",
            "a failed message is deleted",
            CONSUMER,
            ".filter(HandledMessage::isFailed)",
            ".filter(ignored -> false)"));
  }

  private static List<Guard> acknowledgements() {
    return List.of(
        simulated(
            "batch: the lease outlasts the invocation by a margin",
            "clocks that differ let two attempts run at once",
            TIME,
            "deadline.plus(leaseMargin)",
            "deadline"),
        acknowledged(
            "InFlight inFlight", "Disposition.waiting(until(inFlight.until(), now, message))"),
        acknowledged("Released released", "released(released, message)"),
        acknowledged("Failed failed", "Disposition.deadLetter(\"Failed: \" + failed.why())"),
        acknowledged(
            "AlreadyFailed failed", "Disposition.deadLetter(\"Failed before: \" + failed.why())"),
        acknowledged("Held held", "Disposition.deadLetter(\"Held: \" + held.why())"),
        acknowledged("KeyReused ignored", "Disposition.deadLetter(KEY_REUSED)"),
        acknowledged("NotStarted ignored", "Disposition.waiting(delay(message))"),
        acknowledged("StoreFailed ignored", "Disposition.waiting(delay(message))"),
        acknowledged("Unrecorded ignored", "Disposition.waiting(until(leaseUntil, now, message))"),
        simulated(
            "disposition: Superseded is not acknowledged",
            "a message that another attempt has is deleted",
            DISPOSITIONS,
            "case Outcome.Superseded ignored -> new Fail(Optional.empty(), Rest.WAITS);",
            "case Outcome.Superseded ignored -> new Disposition.Acknowledge();"),
        simulated(
                "disposition: Superseded leaves the visibility alone",
                "another's receive is ended",
                DISPOSITIONS,
                "case Outcome.Superseded ignored -> new Fail(Optional.empty(), Rest.WAITS);",
                "case Outcome.Superseded ignored -> Disposition.waiting(Duration.ZERO);")
            .seenBy("batch.DispositionsTest", "the message comes back early, and is in flight"));
  }

  private static List<Guard> visibility() {
    return List.of(
        simulated(
            "disposition: an unreadable message is not acknowledged",
            "it is lost",
            LANE_RUNNER,
            "return Disposition.deadLetter(problem);",
            "return new Disposition.Acknowledge();"),
        simulated(
            "disposition: a released message lets its group go on only at its last receive",
            "order is lost",
            DISPOSITIONS,
            "goesOn ? Rest.GOES_ON : Rest.WAITS",
            "Rest.GOES_ON"),
        waits("InFlight inFlight", "Disposition.waiting(until(inFlight.until(), now, message))"),
        waits("NotStarted ignored", "Disposition.waiting(delay(message))")
            .seenBy("batch.DispositionsTest", "those behind it come too late as well"),
        waits("StoreFailed ignored", "Disposition.waiting(delay(message))"),
        waits("Unrecorded ignored", "Disposition.waiting(until(leaseUntil, now, message))"),
        simulated(
                "disposition: in flight comes back at the lease's end",
                "waiting burns receives toward the dead-letter queue",
                DISPOSITIONS,
                "Disposition.waiting(until(inFlight.until(), now, message))",
                "Disposition.waiting(Duration.ZERO)")
            .seenBy("batch.DispositionsTest", "the message is dead-lettered early, and replayed"),
        simulated(
                "disposition: Executed is acknowledged",
                "a done message comes back until it is dead-lettered",
                DISPOSITIONS,
                "case Outcome.Executed ignored -> new Disposition.Acknowledge();",
                "case Outcome.Executed ignored -> Disposition.waiting(Duration.ZERO);")
            .seenBy(
                "batch.DispositionsTest", "the message is dead-lettered, and a replay deletes it"));
  }

  private static List<Guard> copiesAndTime() {
    return List.of(
        simulated(
                "disposition: Duplicate is acknowledged",
                "a done message comes back until it is dead-lettered",
                DISPOSITIONS,
                "case Outcome.Duplicate ignored -> new Disposition.Acknowledge();",
                "case Outcome.Duplicate ignored -> Disposition.waiting(Duration.ZERO);")
            .seenBy(
                "batch.DispositionsTest", "the message is dead-lettered, and a replay deletes it"),
        simulated(
                "batch: a copy follows the first of its lane",
                "a copy of what failed runs in the same batch",
                LANE_RUNNER,
                "first == null ? engine.execute(request, run) : engine.follow(request, run, first)",
                "engine.execute(request, run)")
            .seenBy("tests.sqs.SameKeyTest", "the store answers the same, in one more call"),
        simulated(
                "batch: nothing starts near the deadline",
                "Lambda ends handlers in their midst",
                TIME,
                "deadline.minus(reserve)",
                "deadline")
            .seenBy(
                "tests.sqs.DeadlineTest", "the handler dies as in a crash, which is allowed for"),
        simulated(
                "batch: no wait goes beyond what SQS takes",
                "SQS refuses it as a whole, and the message comes back at once",
                CONSUMER,
                "Collections.min(List.of(wait, longest))",
                "wait")
            .seenBy("tests.sqs.DeadlineTest", "no history waits so long"));
  }

  private static Guard acknowledged(String outcome, String disposition) {
    String name = outcome.substring(0, outcome.indexOf(' '));
    return simulated(
        "disposition: " + name + " is not acknowledged",
        "an event that is not done is deleted",
        DISPOSITIONS,
        "case Outcome." + outcome + " -> " + disposition + ";",
        "case Outcome." + outcome + " -> new Disposition.Acknowledge();");
  }

  private static Guard waits(String outcome, String disposition) {
    String name = outcome.substring(0, outcome.indexOf(' '));
    return simulated(
        "disposition: after " + name + " the rest of the group waits",
        "order is lost",
        DISPOSITIONS,
        "case Outcome." + outcome + " -> " + disposition + ";",
        "case Outcome." + outcome + " -> Disposition.deadLetter(\"\");");
  }
}
