package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.replay.LeaveReason;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How often everything that has a label occurred. What never did is counted too, with 0. */
final class Occurrences {
  /** The name under which histories count their steps. */
  static final String STEPS = "steps";

  private static final String FAULT = "fault ";
  private static final String OUTCOME = "outcome ";
  private static final String REPLAY = "replay ";

  private Occurrences() {}

  /** Counts by label, in the order of the labels. */
  static SortedMap<String, Long> of(Counts counts) {
    SortedMap<String, Long> times = new TreeMap<>(counts.named());
    times.remove(STEPS);
    Arrays.stream(Fault.values()).forEach(it -> times.put(FAULT + it, counts.of(it)));
    Arrays.stream(Transition.Kind.values()).forEach(it -> times.put(OUTCOME + it, counts.of(it)));
    labels().forEach(label -> times.putIfAbsent(label, 0L));
    return times;
  }

  /** The labels that are known before anything occurs. */
  static Stream<String> labels() {
    return Stream.of(
            Arrays.stream(Fault.values()).map(it -> FAULT + it),
            Arrays.stream(Transition.Kind.values()).map(it -> OUTCOME + it),
            Arrays.stream(Decision.class.getPermittedSubclasses())
                .map(it -> "decided " + it.getSimpleName()),
            Arrays.stream(Verb.values())
                .filter(it -> it != Verb.FIND)
                .flatMap(it -> Stream.of("written " + it, "refused " + it)),
            Stream.of("SKIP", "SEND", "REOPEN", "UNREADABLE").map(REPLAY::concat),
            Arrays.stream(LeaveReason.values()).map(it -> REPLAY + it))
        .flatMap(all -> all);
  }
}
