package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Checks which settings of a consumer of a partitioned source fit together, and derives some. */
record PartitionedRules(PartitionedDraft draft) {
  private static final Duration LONGEST_AGE = Duration.ofDays(7);
  private static final Duration SHORTEST_AGE = Duration.ofMinutes(1);
  private static final int MOST_RETRIES = 10_000;

  /** Returns five sixths of the source's retention: records that are given up can be read still. */
  static Duration ageFor(Duration sourceRetention) {
    return Collections.min(List.of(sourceRetention.dividedBy(6).multipliedBy(5), LONGEST_AGE));
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    ParkingRules.within(
        "maximumRetryAttempts", draft.retryAttempts, draft.fewestRetries(), MOST_RETRIES, problems);
    Duration kept = draft.sourceRetention();
    Duration age = draft.maximumRecordAge();
    if (Durations.outside(age, SHORTEST_AGE, LONGEST_AGE) || age.compareTo(kept) >= 0) {
      problems.add(
          ("maximumRecordAge is %s, and the %s keeps records for %s: what is given up must"
                  + " still be there to be read. Set 60 s to 7 days, and less than that.")
              .formatted(Durations.text(age), draft.sourceName(), Durations.text(kept)));
    }
    return problems;
  }

  /** A stated outage is to be survived by retries of the mapping and by age. */
  List<String> outageProblems() {
    List<String> problems = new ArrayList<>();
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
          ("maximumRetryAttempts is %s: invocations of %s cover %s, less than the %s of"
                  + " survivesOutageOf. Set more%s.")
              .formatted(
                  draft.retryAttempts,
                  Durations.text(draft.timeout),
                  Durations.text(retried),
                  Durations.text(outage),
                  draft.fewestRetries() < 0 ? ", or -1 for as long as maximumRecordAge" : ""));
    }
    return problems;
  }
}
