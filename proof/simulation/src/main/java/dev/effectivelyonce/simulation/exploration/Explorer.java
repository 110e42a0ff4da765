package dev.effectivelyonce.simulation.exploration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Visits every state that a scenario's histories lead to, the nearest first, so that the first
 * broken promise found has a shortest history.
 *
 * <p>Two histories are taken for one where they lead to the same state: the same store, time, calls
 * on their way and limits, and actors that were given the same since their deliveries began. That
 * is enough, since a program learns nothing but what it is given and decides by nothing else: the
 * engine keeps nothing between deliveries, and its clock, owner ids, pauses and store are all from
 * here.
 */
final class Explorer {
  /** A state, the steps that led to it, and how many histories did at least. */
  private static final class Node {
    final State state;
    final Path path;
    double histories;

    Node(State state, Path path, double histories) {
      this.state = state;
      this.path = path;
      this.histories = histories;
    }
  }

  /** Steps, the last first. */
  private record Path(Optional<Path> before, Action action) {
    List<Action> actions() {
      List<Action> all = new ArrayList<>();
      for (Optional<Path> at = Optional.of(this); at.isPresent(); at = at.get().before()) {
        all.add(at.get().action());
      }
      return all.reversed();
    }
  }

  private final Steps steps;
  private final Epilogue epilogue;
  private final Scenario scenario;
  private final LongSet visited = new LongSet();
  private long transitions;
  private double histories;

  Explorer(Scenario scenario) {
    this.scenario = scenario;
    Programs programs = new Programs(scenario);
    this.steps = new Steps(scenario, programs, new Judge(scenario));
    this.epilogue = Epilogue.of(scenario, programs);
  }

  /**
   * Visits all states, or those up to the first broken promise.
   *
   * @param mostStates gives up beyond it
   */
  Exploration explore(int mostStates) {
    State initial = State.initial(scenario);
    boolean ignored = visited.add(initial.hash());
    List<Node> level = List.of(new Node(initial, new Path(Optional.empty(), START), 1));
    for (int depth = 0; ; depth++) {
      Map<Long, Node> next = new LinkedHashMap<>();
      for (Node node : level) {
        Optional<Counterexample> found = expand(node, next);
        if (found.isPresent()) {
          return result(depth, found);
        }
      }
      if (next.isEmpty()) {
        return result(depth, Optional.empty());
      }
      if (visited.size() > mostStates) {
        throw new IllegalStateException(
            String.format(Locale.ROOT, "%s has more than %,d states", scenario.name(), mostStates));
      }
      level = List.copyOf(next.values());
    }
  }

  private static final Action START = Action.of(Action.Kind.BEGIN);

  private Exploration result(int depth, Optional<Counterexample> found) {
    return new Exploration(scenario.name(), visited.size(), transitions, histories, depth, found);
  }

  private Optional<Counterexample> expand(Node node, Map<Long, Node> next) {
    List<Action> actions = Enabled.in(node.state);
    if (actions.isEmpty()) {
      return end(node);
    }
    for (Action action : actions) {
      transitions++;
      try {
        reach(node, steps.after(node.state, action), action, next);
      } catch (RuntimeException | Error broken) {
        return Optional.of(counterexample(new Path(Optional.of(node.path), action), broken));
      }
    }
    return Optional.empty();
  }

  private void reach(Node from, State state, Action action, Map<Long, Node> next) {
    long hash = state.hash();
    if (visited.add(hash)) {
      next.put(hash, new Node(state, new Path(Optional.of(from.path), action), from.histories));
    } else {
      Node same = next.get(hash);
      if (same != null) {
        same.histories += from.histories;
      }
    }
  }

  private Optional<Counterexample> end(Node node) {
    histories += node.histories;
    try {
      epilogue.judge(node.state);
      return Optional.empty();
    } catch (RuntimeException | Error broken) {
      return Optional.of(counterexample(node.path, broken));
    }
  }

  private Counterexample counterexample(Path path, Throwable broken) {
    List<Action> actions = path.actions();
    return Counterexample.of(
        scenario, steps, actions.subList(1, actions.size()), String.valueOf(broken.getMessage()));
  }
}
