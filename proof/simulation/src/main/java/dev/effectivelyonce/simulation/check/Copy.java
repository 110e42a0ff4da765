package dev.effectivelyonce.simulation.check;

import java.util.Optional;

/**
 * A message as a queue gets it.
 *
 * @param id what a receiver knows it by
 * @param body its body
 * @param group its message group
 * @param deduplicationId what SQS knows it by
 */
public record Copy(
    String id, String body, Optional<String> group, Optional<String> deduplicationId) {}
