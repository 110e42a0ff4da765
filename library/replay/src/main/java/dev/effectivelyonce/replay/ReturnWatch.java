package dev.effectivelyonce.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Notices when what a run sends comes straight back to the dead-letter queue, since then nobody has
 * removed the cause. Safe for use by many threads.
 */
final class ReturnWatch {
  /** The number of latest copies that count. What was sent long before says little about now. */
  private static final int LATEST = 100;

  /** The number of these that stop a run: some of many messages may fail by their own fault. */
  private static final int TOO_MANY = 20;

  private final Set<String> sent = new HashSet<>();
  private final Set<String> back = new HashSet<>();
  private final Deque<String> latest = new ArrayDeque<>();

  /** Notes a copy, which this run does not send again if it is dead-lettered. */
  synchronized void sent(String copy) {
    sent.add(copy);
    latest.addLast(copy);
    if (latest.size() > LATEST) {
      latest.removeFirst();
    }
  }

  /** Returns whether this run has sent it. */
  synchronized boolean isSent(String id) {
    return sent.contains(id);
  }

  /** Returns whether a message is a copy that this run sent, and has come back. */
  synchronized boolean isBack(String id) {
    if (!sent.contains(id)) {
      return false;
    }
    back.add(id);
    return true;
  }

  /** Returns how many copies have come back. */
  synchronized int backCount() {
    return back.size();
  }

  /** Returns whether so many have come back that the run stops. */
  synchronized boolean isTooMuch() {
    return latest.stream().filter(back::contains).count() >= TOO_MANY;
  }
}
