package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The answers that the callers of the payments API got.
 *
 * @param replies every answer
 * @param unheard the numbers of the requests, each as often as its caller waited in vain
 */
public record Answers(List<Reply> replies, List<Integer> unheard) {
  /** Returns how often they sent a request. */
  public int sent() {
    return replies.size() + unheard.size();
  }

  /**
   * Returns how many answers there were of each kind, in a line.
   *
   * @param requests how many requests there were
   */
  public String print(int requests) {
    return String.format(
        Locale.ROOT,
        "Callers: %,d requests, sent %,d times; %,d first answers, %,d replayed, %,d told to wait,"
            + " %,d told to come back, %,d refused, %,d cut off.",
        requests,
        sent(),
        count(reply -> reply.isDone() && reply.source() == Source.FIRST),
        count(reply -> reply.isDone() && reply.source() == Source.REPLAYED),
        count(Reply::isWait),
        count(Reply::isComeBack),
        count(reply -> reply.isEnd() && !reply.isDone() && !reply.isWait()),
        unheard.size());
  }

  private long count(Predicate<Reply> which) {
    return replies.stream().filter(which).count();
  }
}
