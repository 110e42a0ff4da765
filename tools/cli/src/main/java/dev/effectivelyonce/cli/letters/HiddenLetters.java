package dev.effectivelyonce.cli.letters;

/** Words for dead letters that a run could not receive although its queue has them. */
public final class HiddenLetters {
  private HiddenLetters() {}

  /** Returns the text about hidden messages. */
  public static String text(long count) {
    return "about %s %s hidden by another reader. Look again when their visibility ends."
        .formatted(count, count == 1 ? "is" : "are");
  }
}
