package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The pollers of a queue that Lambda holds ready, and the number to which it scales. */
record Pollers(int least, int most) {
  private static final int LEAST = 2;
  private static final int MOST_AT_REST = 200;
  private static final int MOST = 10_000;

  static List<String> problems(Optional<Pollers> pollers, OptionalInt maximumConcurrency) {
    return pollers.map(it -> it.problems(maximumConcurrency)).orElse(List.of());
  }

  private List<String> problems(OptionalInt maximumConcurrency) {
    boolean fits = least >= LEAST && least <= MOST_AT_REST && most >= least && most <= MOST;
    return new Problems()
        .when(
            !fits,
            "provisionedPollers(%s, %s): Lambda takes 2 to 200 at least, and from that to 10000 at"
                + " most. Set values between these.",
            least,
            most)
        .when(
            maximumConcurrency.isPresent(),
            "provisionedPollers and maximumConcurrency (%s) are both set: Lambda takes one of them."
                + " Leave one out; a poller has up to 10 invocations at once.",
            maximumConcurrency.orElse(0))
        .all();
  }
}
