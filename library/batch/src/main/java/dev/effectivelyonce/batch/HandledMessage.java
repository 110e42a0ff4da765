package dev.effectivelyonce.batch;

/**
 * A message, and what its source is to do with it.
 *
 * @param <S> the message as its source delivered it
 */
public record HandledMessage<S extends SourceMessage>(S message, Disposition disposition) {
  /** Returns whether the source has to keep the message. */
  public boolean isFailed() {
    return !(disposition instanceof Disposition.Acknowledge);
  }
}
