package dev.effectivelyonce.local.demo.check;

/** What a run tells about a promise. The later of two is the one that counts. */
public enum Verdict {
  /** The promise was kept. */
  HOLDS("holds"),
  /** The run did not come so far, or what was found may be the work of a slow machine. */
  INCONCLUSIVE("unclear"),
  /** The promise was broken, whatever the machine did. */
  VIOLATED("BROKEN");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  /** Returns what a finding allows: a promise is broken if no slow machine can be the reason. */
  static Verdict brokenIf(boolean isSure) {
    return isSure ? VIOLATED : INCONCLUSIVE;
  }

  /** Returns it as a line of the report begins. */
  String word() {
    return word;
  }
}
