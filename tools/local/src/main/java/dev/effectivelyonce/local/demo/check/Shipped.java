package dev.effectivelyonce.local.demo.check;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of the topic of shipments.
 *
 * @param parcels the list of each order
 * @param parked the records that were parked, by their number in the plan
 * @param strangers what is in the parking queue and is no record of the plan
 * @param first where the group stood when all was handled for the first time
 * @param rewound the same after the rewind
 * @param changed the rows and records that differ after the rewind
 * @param parkedAgain the records that were parked again after the rewind
 * @param deaths how many processes died
 */
public record Shipped(
    Map<String, List<String>> parcels,
    Set<Integer> parked,
    List<String> strangers,
    Place first,
    Place rewound,
    Set<String> changed,
    Set<Integer> parkedAgain,
    int deaths) {

  /**
   * A place of the consumer group.
   *
   * @param committed the sum of its positions: it began with 0 in each partition
   * @param atEnd the partitions of which all is committed
   */
  public record Place(int partitions, int atEnd, long committed) {}
}
