package dev.effectivelyonce.simulation.exploration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Visits every state that a scenario of batches leads to. Threads can't be copied: each history is
 * run anew from its begin along the choices that lead to a state not yet visited, depth first.
 */
final class BatchExplorer {
  private final BatchScenario scenario;
  private final LongSet visited = new LongSet();
  private final List<int[]> path = new ArrayList<>();
  private long transitions;
  private long histories;
  private int longest;

  BatchExplorer(BatchScenario scenario) {
    this.scenario = scenario;
  }

  Exploration explore() {
    do {
      int given = path.size();
      int[] depth = {0};
      BatchHistory history = new BatchHistory(scenario);
      boolean[] isCut = {false};
      Optional<String> broken =
          history.run(
              (state, options) -> {
                isCut[0] = depth[0] >= given && !visited.add(state);
                return isCut[0] ? -1 : choose(depth[0]++, options);
              });
      longest = Math.max(longest, depth[0]);
      histories += isCut[0] ? 0 : 1;
      if (broken.isPresent()) {
        List<String> trace = history.trace();
        return result(broken.map(it -> new Counterexample(it, trace.size(), trace)));
      }
    } while (next());
    return result(Optional.empty());
  }

  private int choose(int depth, int options) {
    transitions += depth >= path.size() - 1 ? 1 : 0;
    if (depth == path.size()) {
      path.add(new int[] {0, options});
    }
    return path.get(depth)[0];
  }

  /** Moves on to the next choices; whether there are any. */
  private boolean next() {
    while (!path.isEmpty()) {
      int[] last = path.getLast();
      if (++last[0] < last[1]) {
        return true;
      }
      path.removeLast();
    }
    return false;
  }

  private Exploration result(Optional<Counterexample> broken) {
    return new Exploration(
        scenario.name(), visited.size(), transitions, histories, longest, broken);
  }
}
