package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.BatchMessage.Keyed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Splits batches into lanes. */
public final class Lanes {
  /** A property that two messages of a lane share. */
  private record Shared(String kind, Object value) {}

  private Lanes() {}

  /**
   * Returns the lanes of a batch, each in the batch's order. Messages share a lane if the function
   * returns equal values for them, or if they have the same business key, so that a copy follows
   * the first.
   */
  public static <S extends SourceMessage> Collection<List<BatchMessage<S>>> of(
      List<BatchMessage<S>> batch, Function<S, Object> together) {
    Map<Shared, Shared> parents = new HashMap<>();
    batch.forEach(message -> joinAll(shared(message, together), parents));
    Map<Shared, List<BatchMessage<S>>> lanes = new LinkedHashMap<>();
    for (BatchMessage<S> message : batch) {
      Shared lane = root(shared(message, together).getFirst(), parents);
      lanes.computeIfAbsent(lane, ignored -> new ArrayList<>()).add(message);
    }
    return lanes.values();
  }

  private static <S extends SourceMessage> List<Shared> shared(
      BatchMessage<S> message, Function<S, Object> together) {
    Shared place = new Shared("place", together.apply(message.source()));
    return message instanceof Keyed<S> keyed
        ? List.of(place, new Shared("event", keyed.key()))
        : List.of(place);
  }

  private static void joinAll(List<Shared> shared, Map<Shared, Shared> parents) {
    Shared first = root(shared.getFirst(), parents);
    shared.forEach(it -> parents.put(root(it, parents), first));
  }

  private static Shared root(Shared of, Map<Shared, Shared> parents) {
    Shared root = of;
    Shared parent = parents.get(root);
    while (parent != null && !parent.equals(root)) {
      root = parent;
      parent = parents.get(root);
    }
    return root;
  }
}
