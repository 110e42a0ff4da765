package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Checks which settings of a consumer of a partitioned source fit together, and derives some. */
record PartitionedRules(PartitionedDraft draft) {
  static final Duration PARKED_FOR = Duration.ofDays(14);
  private static final Duration SLACK = Duration.ofDays(1);
  private static final Duration LONGEST_AGE = Duration.ofDays(7);
  private static final Duration SHORTEST_AGE = Duration.ofMinutes(1);
  private static final Duration LONGEST_WINDOW = Duration.ofMinutes(5);
  private static final int MOST_RETRIES = 10_000;
  private static final int LARGEST_BATCH = 10_000;

  /** Returns five sixths of the source's retention: records that are given up can be read still. */
  static Duration ageFor(Duration sourceRetention) {
    return Collections.min(List.of(sourceRetention.dividedBy(6).multipliedBy(5), LONGEST_AGE));
  }

  /** Returns more than source and parking together: a parked record may be sent again late. */
  static Duration recordRetentionFor(Duration sourceRetention) {
    return sourceRetention.plus(PARKED_FOR).plus(SLACK);
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>(draft.settingProblems());
    within("batchSize", draft.batchSize, 1, LARGEST_BATCH, problems);
    within(
        "maximumRetryAttempts", draft.retryAttempts, draft.fewestRetries(), MOST_RETRIES, problems);
    if (Durations.outside(draft.batchingWindow, Duration.ZERO, LONGEST_WINDOW)) {
      problems.add(
          "batchingWindow is %s: Lambda takes whole seconds up to 300 s. Set one of these."
              .formatted(Durations.text(draft.batchingWindow)));
    }
    retentions(problems);
    if (problems.isEmpty()) {
      outage(problems);
    }
    return List.copyOf(problems);
  }

  private void retentions(List<String> problems) {
    Duration kept = draft.sourceRetention();
    Duration age = draft.maximumRecordAge();
    if (Durations.outside(age, SHORTEST_AGE, LONGEST_AGE) || age.compareTo(kept) >= 0) {
      problems.add(
          ("maximumRecordAge is %s, and the %s keeps records for %s: what is given up must"
                  + " still be there to be read. Set 60 s to 7 days, and less than that.")
              .formatted(Durations.text(age), draft.sourceName(), Durations.text(kept)));
    }
    Duration together = kept.plus(PARKED_FOR);
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

  /** A stated outage is to be survived by retries of the mapping, by age and by attempts. */
  private void outage(List<String> problems) {
    Duration outage = draft.outage;
    if (outage.compareTo(Duration.ofSeconds(1)) < 0
        || outage.multipliedBy(2).compareTo(draft.maximumRecordAge()) > 0) {
      problems.add(
          ("survivesOutageOf is %s, and records are given up at an age of %s. Set 1 s to half of"
                  + " that.")
              .formatted(Durations.text(outage), Durations.text(draft.maximumRecordAge())));
    }
    Duration retried = draft.timeout.multipliedBy(draft.retryAttempts + 1L);
    if (draft.retryAttempts >= 0 && retried.compareTo(outage) < 0) {
      problems.add(
          ("maximumRetryAttempts is %d: invocations of %s cover %s, less than the %s of"
                  + " survivesOutageOf. Set more%s.")
              .formatted(
                  draft.retryAttempts,
                  Durations.text(draft.timeout),
                  Durations.text(retried),
                  Durations.text(outage),
                  draft.fewestRetries() < 0 ? ", or -1 for as long as maximumRecordAge" : ""));
    }
    int least = draft.attemptsFor(outage);
    if (draft.maxAttempts() < least) {
      problems.add(
          ("maxAttempts is %d: in an outage of %s (survivesOutageOf) a record is tried up to %d"
                  + " times. Set at least as many, or leave it out to have it derived.")
              .formatted(draft.maxAttempts(), Durations.text(outage), least));
    }
  }

  static void within(String name, int value, int least, int most, List<String> problems) {
    if (value < least || value > most) {
      problems.add(
          "%s is %d: Lambda takes %d to %d. Set one of these.".formatted(name, value, least, most));
    }
  }
}
