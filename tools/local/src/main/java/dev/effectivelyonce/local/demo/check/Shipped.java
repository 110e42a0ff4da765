package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of the topic of shipments.
 *
 * @param plan what was sent
 * @param parcels the list of each order
 * @param parked the records that were parked, by their number in the plan
 * @param strangers what is in the parking queue and is no record of the plan
 * @param changed the rows and records that are not as they were before the rewind
 * @param parkedAgain the records that were parked again after the rewind
 * @param left what the run did not wait for, in words; empty if all was read before the rewind and
 *     after it
 * @param deaths how many processes died
 */
public record Shipped(
    Plan plan,
    Map<String, List<String>> parcels,
    Set<Integer> parked,
    List<String> strangers,
    List<String> changed,
    Set<Integer> parkedAgain,
    List<String> left,
    int deaths) {}
