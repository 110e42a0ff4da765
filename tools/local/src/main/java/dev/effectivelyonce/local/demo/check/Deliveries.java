package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of the messages, by their numbers in the plan.
 *
 * @param acknowledged those that an event source deleted after an invocation, less those that their
 *     consumer had sent to the dead-letter queue
 * @param deadLettered those found in the dead-letter queues
 * @param deaths for each invocation whose process died or was frozen, what was in its batch
 * @param answeredLate those that functions answered for as zombies, when their invocations were
 *     over
 * @param refusedLate those of them that the answer reported as failed
 * @param strangers what the dead-letter queues hold that was not sent
 * @param interference what injected faults did
 * @param left how many messages are still in the source queues
 */
public record Deliveries(
    Set<Integer> acknowledged,
    Set<Integer> deadLettered,
    List<Set<Integer>> deaths,
    Set<Integer> answeredLate,
    Set<Integer> refusedLate,
    Map<DemoQueue, List<String>> strangers,
    Interference interference,
    Map<DemoQueue, Integer> left) {}
