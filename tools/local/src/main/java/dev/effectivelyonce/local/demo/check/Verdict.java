package dev.effectivelyonce.local.demo.check;

/** What a run tells about a promise. The later of two is the one that counts. */
public enum Verdict {
  /** The promise was kept. */
  HOLDS("holds", 0),
  /** The run did not come so far, or what was found may be the work of a slow machine. */
  INCONCLUSIVE("unclear", 3),
  /** The promise was broken, whatever the machine did. */
  VIOLATED("BROKEN", 1);

  private final String word;
  private final int exitStatus;

  Verdict(String word, int exitStatus) {
    this.word = word;
    this.exitStatus = exitStatus;
  }

  /** Returns what a finding allows: a promise is broken if no slow machine can be the reason. */
  static Verdict brokenIf(boolean isSure) {
    return isSure ? VIOLATED : INCONCLUSIVE;
  }

  /** Returns how the demo ends with it. */
  public int exitStatus() {
    return exitStatus;
  }

  /** Returns it as a line of the report begins. */
  String word() {
    return word;
  }
}
