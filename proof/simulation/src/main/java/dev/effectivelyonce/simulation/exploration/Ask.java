package dev.effectivelyonce.simulation.exploration;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Something that a thread of a batch waits for: a request of one or more writes, or its handler.
 */
final class Ask {
  /** What a write has come to while its request is under way. */
  private static final Object OPEN = "open";

  /** The group can't tell what became of the write. */
  static final Object UNTOLD = "untold";

  final int number;
  final List<Call> calls;
  private final Object[] answers;
  private final Thread waiting = Thread.currentThread();
  private boolean isAnswered;
  private boolean isLost;

  /**
   * @param number among those of its batch
   * @param calls that it carries; empty for a handler
   */
  Ask(int number, List<Call> calls) {
    this.number = number;
    this.calls = calls;
    this.answers = new Object[calls.size()];
    Arrays.fill(answers, OPEN);
  }

  boolean isOpen(int call) {
    return answers[call].equals(OPEN);
  }

  boolean isUntouched() {
    return Arrays.stream(answers).allMatch(OPEN::equals);
  }

  boolean isComplete() {
    return Arrays.stream(answers).noneMatch(OPEN::equals);
  }

  void came(int call, Object answer) {
    answers[call] = answer;
  }

  /** Lets the thread go on. */
  void answer() {
    isAnswered = true;
    LockSupport.unpark(waiting);
  }

  void lose() {
    isLost = true;
    answer();
  }

  /** Waits on the thread that asks; whether there is an answer. */
  boolean await() {
    while (!isAnswered) {
      LockSupport.park(this);
    }
    return !isLost;
  }

  List<Object> answers() {
    return List.of(answers);
  }

  long hash() {
    long hash = Hash.mix(number, calls.size());
    for (Object answer : answers) {
      hash = Hash.mix(hash, Hash.ofGiven(answer));
    }
    return isLost ? Hash.mix(hash, 1) : hash;
  }
}
