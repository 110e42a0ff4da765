package dev.effectivelyonce.local.demo.check;

import java.util.Set;

/**
 * What functions answered for zombies, when their invocations were over and other attempts had
 * taken over.
 *
 * @param answered the numbers of the messages that a late answer was about
 * @param refused those that it reported as failed
 */
public record LateAnswers(Set<Integer> answered, Set<Integer> refused) {}
