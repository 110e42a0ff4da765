package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of the messages, by their numbers in the plan, and of the requests; filled as it is
 * found out.
 *
 * @param acknowledged those that an event source deleted after an invocation, less those that their
 *     consumer had sent to the dead-letter queue
 * @param deadLettered those found in the dead-letter queues
 * @param starved those of them that their function got less often than the queue gave them out
 * @param strangers what the dead-letter queues hold that was not sent
 * @param sentOn the keys of orders whose message to fulfilment is among the dead letters
 * @param left what the run did not wait for, in words; empty if everything has settled
 * @param invocations every delivery
 * @param answeredLate the zombies whose function answered when they went on
 * @param refusedLate those of them that it reported as failed
 * @param lostAnswers how often an order was written and its handler does not know, by key
 * @param replies every answer that the callers of the payments API got, or waited for in vain
 */
public record Deliveries(
    Set<Integer> acknowledged,
    Set<Integer> deadLettered,
    Set<Integer> starved,
    List<String> strangers,
    Set<String> sentOn,
    List<String> left,
    List<Invocation> invocations,
    Set<Integer> answeredLate,
    Set<Integer> refusedLate,
    Map<String, Integer> lostAnswers,
    List<Reply> replies) {
  /** Returns nothing yet. */
  public static Deliveries none() {
    return new Deliveries(
        new HashSet<>(),
        new HashSet<>(),
        new HashSet<>(),
        new ArrayList<>(),
        new HashSet<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashMap<>(),
        new ArrayList<>());
  }
}
