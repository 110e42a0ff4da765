package dev.effectivelyonce.replay;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** A pair whose letters are in a queue of SQS. */
abstract class SqsPair implements QueuePair {
  final SqsLetters letters;

  SqsPair(SqsLetters letters) {
    this.letters = letters;
  }

  @Override
  public List<DeadLetter> receive(int most, Duration hidden, Duration wait) {
    return letters.receive(most, hidden, wait);
  }

  @Override
  public void delete(DeadLetter letter) {
    letters.delete(letter);
  }

  @Override
  public void hide(Collection<String> receiptHandles, Duration hidden) {
    letters.hide(receiptHandles, hidden);
  }

  @Override
  public long depth() {
    return letters.depth();
  }
}
