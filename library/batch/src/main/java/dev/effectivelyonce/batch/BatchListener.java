package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.engine.FatalProcessError;

/**
 * Hears of the messages of a batch while others of it still run. Called by the threads of the
 * lanes; must not throw.
 *
 * @param <S> the type of the source's messages
 */
public interface BatchListener<S extends SourceMessage> {
  /** Called when it is known what becomes of a message, or of one of the events in it. */
  void onSettled(HandledMessage<S> handled);

  /** Called when a lane has found that the process can't go on. */
  void onFatal(FatalProcessError error);

  /** Returns a listener that does nothing. */
  static <S extends SourceMessage> BatchListener<S> none() {
    return new BatchListener<>() {
      @Override
      public void onSettled(HandledMessage<S> handled) {}

      @Override
      public void onFatal(FatalProcessError error) {}
    };
  }
}
