package dev.effectivelyonce.local.demo.check;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What injected faults did to a run, besides processes that died.
 *
 * @param failures for each delivery that failed or got lost, the messages in it: they explain used
 *     up receives and attempts, but no repeated effect
 * @param orders how often an order was written and its handler does not know, by key
 */
public record Interference(List<Set<Integer>> failures, Map<String, Integer> orders) {
  /** Returns the interference of a run without injected faults. */
  public static Interference none() {
    return new Interference(List.of(), Map.of());
  }

  boolean isNone() {
    return equals(none());
  }
}
