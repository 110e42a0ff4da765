package dev.effectivelyonce.local.demo.check;

import java.util.List;
import java.util.Set;

/**
 * What became of the messages, by their numbers in the plan.
 *
 * @param acknowledged those that an event source deleted after an invocation, less those that their
 *     consumer had sent to the dead-letter queue
 * @param deadLettered those found in the dead-letter queues
 * @param strangers what the dead-letter queues hold that was not sent
 * @param left how many messages are still in the source queues
 * @param deaths how many processes died or were stopped half way
 * @param interrupted what was in the batches of these; under injected faults also what was reported
 *     as failed
 * @param refusedLate those that a zombie, when it went on, reported as failed
 * @param isDisturbed whether faults were injected into the network
 */
public record Deliveries(
    Set<Integer> acknowledged,
    Set<Integer> deadLettered,
    List<String> strangers,
    int left,
    int deaths,
    Set<Integer> interrupted,
    Set<Integer> refusedLate,
    boolean isDisturbed) {}
