package dev.effectivelyonce.cdk;

import java.util.Set;

/**
 * The alarm of a consumer that is behind its source.
 *
 * @param kind by which metric it is
 * @param threshold at which it rings
 * @param shown the threshold for people
 */
record LagAlarm(StreamAlarm kind, long threshold, String shown) {
  static final Set<StreamAlarm> KINDS = Set.of(StreamAlarm.ITERATOR_AGE, StreamAlarm.OFFSET_LAG);
}
