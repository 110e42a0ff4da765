package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks which settings of a consumer that parks fit together, and derives some. */
record ParkingRules(ParkingDraft draft) {
  static final Duration PARKED_FOR = Duration.ofDays(14);
  private static final Duration SLACK = Duration.ofDays(1);
  private static final Duration LONGEST_WINDOW = Duration.ofMinutes(5);
  private static final int LARGEST_BATCH = 10_000;

  /** Returns more than source and parking together: a parked record may be sent again late. */
  static Duration recordRetentionFor(Duration sourceRetention) {
    return sourceRetention.plus(PARKED_FOR).plus(SLACK);
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>(draft.settingProblems());
    within("batchSize", draft.batchSize, 1, LARGEST_BATCH, problems);
    if (Durations.outside(draft.batchingWindow, Duration.ZERO, LONGEST_WINDOW)) {
      problems.add(
          "batchingWindow is %s: Lambda takes whole seconds up to 300 s. Set one of these."
              .formatted(Durations.text(draft.batchingWindow)));
    }
    retention(problems);
    if (problems.isEmpty()) {
      problems.addAll(draft.outageProblems());
      attempts(problems);
    }
    return List.copyOf(problems);
  }

  private void retention(List<String> problems) {
    Duration together = draft.sourceRetention().plus(PARKED_FOR);
    if (draft.recordRetention().compareTo(together) < 0) {
      problems.add(
          ("recordRetention is %s, shorter than %s and parking queue keep a record (%s"
                  + " together): one that is sent again late would run again. Raise it, or leave it"
                  + " out to have it derived.")
              .formatted(
                  Durations.text(draft.recordRetention()),
                  draft.sourceName(),
                  Durations.text(together)));
    }
  }

  private void attempts(List<String> problems) {
    int least = draft.attemptsFor(draft.outage);
    if (draft.maxAttempts() < least) {
      problems.add(
          ("maxAttempts is %s: in an outage of %s (survivesOutageOf) a record is tried up to %s"
                  + " times. Set at least as many, or leave it out to have it derived.")
              .formatted(draft.maxAttempts(), Durations.text(draft.outage), least));
    }
  }

  static void within(String name, int value, int least, int most, List<String> problems) {
    if (value < least || value > most) {
      problems.add(
          "%s is %s: Lambda takes %s to %s. Set one of these.".formatted(name, value, least, most));
    }
  }
}
