package dev.effectivelyonce.local.demo.plan;

import java.util.List;

/**
 * A user's own messages as a plan without expectations.
 *
 * @param lines the line numbers of the input, from 1, by message number
 */
public record GivenMessages(Plan plan, List<Integer> lines) {}
