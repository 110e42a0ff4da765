package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import dev.effectivelyonce.simulation.history.SourceModel;
import java.util.List;

/** Batches that are acknowledged, or come back, as a whole. */
final class WholeBatchGuards {
  private static final String FAILS =
      "batch.stream().filter(it -> it.disposition() instanceof Disposition.Fail).count(), ";

  private WholeBatchGuards() {}

  static List<Guard> all() {
    return List.of(
        rabbitMq(
            "queue: a batch comes back where something must",
            "all of it is acknowledged, with what may still run",
            "if (unfinished > 0) {",
            "if (unfinished < 0) {"),
        rabbitMq(
                "queue: nothing is parked while something comes back",
                "what failed for good comes back, too, and is parked each time",
                FAILS + "batch.size(),",
                "0, batch.size(),")
            .and("refuse(unparked,", "refuse(unparked + " + FAILS),
        rabbitMq(
            "queue: a batch whose failures are all parked is done",
            "a final failure alone brings all of it back, and is parked each time",
            "&& !parker.isParked(it, deadline)",
            "&& (!parker.isParked(it, deadline) || true)"));
  }

  private static Guard rabbitMq(String id, String protects, String snippet, String replacement) {
    return simulated(
            id,
            protects,
            "library/batch/src/main/java/dev/effectivelyonce/batch/WholeBatch.java",
            snippet,
            replacement)
        .of(SourceModel.RABBITMQ);
  }
}
