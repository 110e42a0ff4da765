package dev.effectivelyonce.operations.check;

import dev.effectivelyonce.operations.doctor.Severity;

/**
 * What is wrong, or could not be checked.
 *
 * @param rule that does not hold
 * @param severity how bad it is
 * @param resource its id, by which the finding is accepted
 * @param where the resource, for people
 * @param line of the template, from 1
 * @param problem without a full stop
 * @param remedy without a full stop
 */
public record Finding(
    Rule rule,
    Severity severity,
    String resource,
    String where,
    int line,
    String problem,
    String remedy) {}
