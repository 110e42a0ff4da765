package dev.effectivelyonce.local.demo.check;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Payments of an account that may have lowered its balance without a row in the ledger: their
 * process died between the two writes.
 */
record Unbooked(List<Candidate> candidates) {
  /** A payment, and the most runs that can have got no further than the balance. */
  record Candidate(long amountCents, int mostRuns) {}

  /** The most runs of all of them. */
  int mostRuns() {
    return candidates.stream().mapToInt(Candidate::mostRuns).sum();
  }

  /**
   * Whether some choice of them makes up for so many runs and so much money.
   *
   * @param taken the runs that were taken for repeats of payments in the ledger: each may have been
   *     one of these instead
   */
  boolean explains(int runs, long cents, List<Candidate> taken) {
    if (explains(0, runs, cents)) {
      return true;
    }
    if (taken.isEmpty() || runs >= mostRuns()) {
      return false;
    }
    Candidate first = taken.getFirst();
    List<Candidate> others = taken.subList(1, taken.size());
    int most = Math.min(first.mostRuns(), mostRuns() - runs);
    return IntStream.rangeClosed(0, most)
        .anyMatch(
            instead -> explains(runs + instead, cents + instead * first.amountCents(), others));
  }

  private boolean explains(int from, int runs, long cents) {
    if (from == candidates.size() || runs < 0) {
      return runs == 0 && cents == 0;
    }
    Candidate candidate = candidates.get(from);
    for (int chosen = 0; chosen <= Math.min(runs, candidate.mostRuns()); chosen++) {
      if (explains(from + 1, runs - chosen, cents - chosen * candidate.amountCents())) {
        return true;
      }
    }
    return false;
  }
}
