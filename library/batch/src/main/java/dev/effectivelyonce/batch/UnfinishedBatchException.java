package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.EffectivelyOnceException;

/**
 * Thrown if a batch is not done, for a source that takes back either the whole batch or nothing.
 * Its text contains nothing of the messages.
 */
public final class UnfinishedBatchException extends EffectivelyOnceException {
  private final long unfinished;
  private final int all;

  /**
   * @param unfinished how many messages are not done
   * @param all how many messages the batch has
   * @param why the text about the messages that are not done
   */
  public UnfinishedBatchException(long unfinished, int all, String why) {
    super(
        "%s of the batch's %s messages %s, so that the whole batch comes back"
            .formatted(unfinished, all, why),
        "The log says of each what became of it. What is done is skipped then",
        null);
    this.unfinished = unfinished;
    this.all = all;
  }

  /** Returns how many messages are not done. */
  public long unfinished() {
    return unfinished;
  }

  /** Returns how many messages the batch has. */
  public int all() {
    return all;
  }
}
