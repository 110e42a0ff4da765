package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The outage that a consumer survives, and the waits of its messages meanwhile.
 *
 * @param outage of its store, or of what it calls
 * @param first the backoff's first wait
 * @param longest the backoff's longest wait
 */
record RetrySettings(Duration outage, Duration first, Duration longest) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The least receives: waiting for another attempt's claim costs a message one more. */
  private static final int FEWEST_RECEIVES = 3;

  static RetrySettings standard() {
    Backoff backoff = Backoff.standard();
    return new RetrySettings(Duration.ofMinutes(30), backoff.first(), backoff.longest());
  }

  RetrySettings surviving(Duration another) {
    return new RetrySettings(another, first, longest);
  }

  RetrySettings waiting(Duration anotherFirst, Duration anotherLongest) {
    return new RetrySettings(outage, anotherFirst, anotherLongest);
  }

  /** Returns the variables by which the function waits as is computed here. */
  Map<String, String> variables() {
    return Map.of(
        EnvironmentVariables.BACKOFF_FIRST, first.toString(),
        EnvironmentVariables.BACKOFF_LONGEST, longest.toString(),
        EnvironmentVariables.OUTAGE_TOLERANCE, outage.toString());
  }

  /** Returns the least {@code maxReceiveCount} for the outage, or the most there is. */
  int receives(Redelivery redelivery) {
    return backoff()
        .map(it -> it.within(redelivery.after()).receivesFor(outage).orElse(Backoff.MOST_RECEIVES))
        .map(receives -> Math.max(receives, FEWEST_RECEIVES))
        .orElse(FEWEST_RECEIVES);
  }

  /** Returns what is wrong with them; empty if nothing is. */
  List<String> problems(SourceQueueSettings source, Redelivery redelivery, int maxReceiveCount) {
    Problems problems = new Problems().and(backoffProblems());
    if (problems.isEmpty()) {
      problems.when(
          outage.compareTo(SHORTEST) < 0
              || outage.multipliedBy(2).compareTo(source.retention()) > 0,
          "outageTolerance is %s: messages wait up to twice as long for their last receive, and the"
              + " source queue deletes them after %s. Set 1 s to half of that.",
          outage,
          source.retention());
    }
    return problems.isEmpty()
        ? covered(backoff().orElseThrow().within(redelivery.after()), redelivery, maxReceiveCount)
        : problems.all();
  }

  private List<String> covered(Backoff backoff, Redelivery redelivery, int receives) {
    Duration survived = backoff.survived(receives);
    OptionalInt enough = backoff.receivesFor(outage);
    return new Problems()
        .when(
            survived.compareTo(outage) < 0,
            "maxReceiveCount is %s: with a backoff from %s to %s and a visibility timeout of %s a"
                + " message survives an outage of %s, less than the %s of outageTolerance. %s"
                + " lengthen backoff, or lower outageTolerance.",
            receives,
            first,
            longest,
            redelivery.after(),
            survived,
            outage,
            enough.isPresent()
                ? "Set %s or more where the queue is created (left out here, it is derived),"
                    .formatted(enough.getAsInt())
                : "SQS takes no number that is enough: raise %s,".formatted(redelivery.setting()))
        .all();
  }

  List<String> backoffProblems() {
    return new Problems()
        .when(
            backoff().isEmpty(),
            "backoff is from %s to %s. Set 1 s <= first <= longest <= 12 h.",
            first,
            longest)
        .all();
  }

  /** Returns the waits; empty if there is no such backoff. */
  Optional<Backoff> backoff() {
    try {
      return Optional.of(new Backoff(first, longest)).filter(it -> first.compareTo(SHORTEST) >= 0);
    } catch (ConfigurationException e) {
      return Optional.empty();
    }
  }
}
