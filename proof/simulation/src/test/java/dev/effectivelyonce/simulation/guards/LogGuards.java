package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import dev.effectivelyonce.simulation.history.SourceModel;
import java.util.List;
import java.util.stream.Stream;

/** Lanes, positions and parking of consumers of a log. */
final class LogGuards {
  private static final String BATCH = "library/batch/src/main/java/dev/effectivelyonce/batch/";
  private static final String CHECKPOINTS = BATCH + "Checkpoints.java";
  private static final String DISPOSITIONS = BATCH + "Dispositions.java";
  private static final String LANES = BATCH + "PartitionLanes.java";
  private static final String RUNNER = BATCH + "LaneRunner.java";

  private LogGuards() {}

  static List<Guard> all() {
    return Stream.of(positions(), parking(), lanes(), endings(), waits())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Guard> positions() {
    return List.of(
        kafka(
            "log: the lowest that is not done is reported, not the last",
            "records between the two are passed over",
            CHECKPOINTS,
            ".map(HandledMessage::message) .findFirst();",
            ".map(HandledMessage::message) .reduce((one, other) -> other);"),
        kafka(
            "log: the lowest by its position, whatever its lane",
            "records of another lane are passed over",
            CHECKPOINTS,
            ".sorted(Comparator.comparing(it -> position(it).number()))",
            ".sorted(Comparator.comparing(it -> position(it).number().negate()))"),
        kafka(
            "log: what may run again is not done",
            "the position goes beyond a record that may still run",
            CHECKPOINTS,
            "case Disposition.Fail ignored -> false;",
            "case Disposition.Fail ignored -> true;"),
        kafka(
            "log: each partition has a position of its own",
            "what is left of others is passed over",
            CHECKPOINTS,
            "partitions.stream().flatMap(",
            "partitions.stream().limit(1).flatMap("));
  }

  private static List<Guard> parking() {
    return List.of(
        kafka(
            "log: what failed for good is parked before it is passed over",
            "a record that failed is lost",
            CHECKPOINTS,
            "(isParked(handled, why, deadline) && parkedHere.add(position(handled)))",
            "(why.length() >= 0 && parkedHere.add(position(handled)))"),
        kafka(
            "log: what could not be parked is not done",
            "a record that failed is lost when the queue does not answer",
            BATCH + "Parker.java",
            "message, e); return false;",
            "message, e); return true;"),
        kafka(
            "log: nothing is parked behind what comes back",
            "it is parked again each time",
            CHECKPOINTS,
            ".map(HandledMessage::message) .findFirst();",
            ".map(HandledMessage::message) .toList().stream().findFirst();"),
        kafka(
            "log: what is parked again has the same id",
            "one failure passes for two",
            BATCH + "ParkedMessage.java",
            "place, position, origin.key()).id();",
            "place, position + System.nanoTime(), origin.key()).id();"));
  }

  private static List<Guard> lanes() {
    return List.of(
        kafka(
                "log: the rest of a lane does not overtake what may run again",
                "order is lost",
                RUNNER,
                "blocked = blocking(settled.disposition());",
                "blocked = Optional.empty();")
            .and("&& wait.runsAgain(fail, tries, time);", "&& tries < 0;"),
        kafka(
            "log: a lane is a partition, unless it was chosen otherwise",
            "order is lost",
            LANES,
            "case PARTITION -> partition;",
            "case PARTITION -> message;"),
        kafka(
            "log: records of one partition key share a lane",
            "order is lost",
            LANES,
            "message.partitionKey().orElse(\"\")",
            "message.messageId().orElse(\"\")"));
  }

  private static List<Guard> endings() {
    return List.of(
        kafka(
            "log: what another attempt runs is not passed over",
            "it is lost if that attempt fails",
            DISPOSITIONS,
            "case Outcome.InFlight inFlight ->"
                + " Disposition.waiting(until(inFlight.until(), now, message));",
            "case Outcome.InFlight inFlight -> new Disposition.Acknowledge();"),
        kafka(
            "log: trouble of the store parks nothing",
            "an outage empties the log into the parking queue",
            DISPOSITIONS,
            "case Outcome.StoreFailed ignored -> Disposition.waiting(delay(message));",
            "case Outcome.StoreFailed ignored -> Disposition.deadLetter(\"\");"),
        kafka(
            "log: without a limit no event is given up for its attempts",
            "an event is parked that would have run",
            BATCH + "RetryPolicy.java",
            "return maxAttempts.isPresent() && attempt >= maxAttempts.getAsInt();",
            "return maxAttempts.isEmpty() || attempt >= maxAttempts.getAsInt();"),
        kafka(
            "log: what can't be read for now is not parked",
            "a moment's trouble parks messages",
            RUNNER,
            "dispositions.deferred(deferred.source())",
            "Disposition.deadLetter(\"\")"),
        kafka(
            "log: what can't be read is parked after its attempts alone",
            "a moment's trouble parks messages",
            RUNNER,
            "return disposition(again.counted(request, deferred.problem()), place, request);",
            "return Disposition.deadLetter(\"\");"));
  }

  private static List<Guard> waits() {
    return List.of(
        kafka(
                "log: a lane waits for a lease that is not over",
                "a record comes back in vain, again and again",
                BATCH + "LaneWait.java",
                "failed.visibleAfter().filter(it -> it.compareTo(paced) > 0).orElse(paced)",
                "paced")
            .seenBy("batch.LaneWaitTest", "what comes too early finds the claim held"),
        kafka(
                "log: a wait ends with the time for starts",
                "Lambda ends the invocation while its lane waits, and nothing is answered",
                BATCH + "LaneWait.java",
                "boolean isInTime = wait.compareTo(left) < 0;",
                "boolean isInTime = true;")
            .seenBy("batch.LaneWaitTest", "what it would have answered comes again"));
  }

  private static Guard kafka(
      String id, String protects, String file, String snippet, String replacement) {
    return simulated(id, protects, file, snippet, replacement).of(SourceModel.KAFKA);
  }
}
