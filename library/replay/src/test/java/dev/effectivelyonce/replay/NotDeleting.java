package dev.effectivelyonce.replay;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Queues whose deletes fail, as after a crash between send and delete. */
record NotDeleting(QueuePair queues) implements QueuePair {
  @Override
  public Facts facts() {
    return queues.facts();
  }

  @Override
  public List<DeadLetter> receive(int most, Duration hidden, Duration wait) {
    return queues.receive(most, hidden, wait);
  }

  @Override
  public String send(DeadLetter letter) {
    return queues.send(letter);
  }

  @Override
  public void delete(DeadLetter letter) {
    throw new QueueException(QueueException.Kind.FAILED, "Not deleted", "See the test", null);
  }

  @Override
  public void hide(Collection<String> receiptHandles, Duration hidden) {
    queues.hide(receiptHandles, hidden);
  }

  @Override
  public long depth() {
    return queues.depth();
  }
}
