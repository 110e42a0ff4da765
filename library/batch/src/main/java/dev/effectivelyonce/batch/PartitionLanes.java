package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.BatchMessage.Keyed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says which messages of a partition run one after the other. */
public enum PartitionLanes {
  /** All of a partition, in its order. A message that waits holds all behind it. */
  PARTITION,
  /**
   * Messages of one partition key, in their order; other keys run beside them. What is finished
   * behind a message that comes back comes back, too, and is a duplicate then.
   */
  PARTITION_KEY;

  /** A property that two messages of a lane share. */
  private record Shared(String kind, Object value) {}

  /**
   * Returns the lanes of a batch, each in the batch's order. Messages of one business key share a
   * lane, whatever their partition keys are: a copy follows the first.
   */
  public <S extends PartitionedMessage> Collection<List<BatchMessage<S>>> of(
      List<BatchMessage<S>> batch) {
    Map<Shared, Shared> parents = new HashMap<>();
    batch.forEach(message -> joinAll(shared(message), parents));
    Map<Shared, List<BatchMessage<S>>> lanes = new LinkedHashMap<>();
    for (BatchMessage<S> message : batch) {
      Shared lane = root(shared(message).getFirst(), parents);
      lanes.computeIfAbsent(lane, ignored -> new ArrayList<>()).add(message);
    }
    return lanes.values();
  }

  private <S extends PartitionedMessage> List<Shared> shared(BatchMessage<S> message) {
    List<Shared> shared = new ArrayList<>();
    String partition = message.source().position().map(it -> it.partition()).orElse("");
    shared.add(
        switch (this) {
          case PARTITION -> new Shared("partition", partition);
          case PARTITION_KEY ->
              new Shared("key", List.of(partition, message.source().partitionKey().orElse("")));
        });
    if (message instanceof Keyed<S> keyed) {
      shared.add(new Shared("event", keyed.key()));
    }
    return shared;
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
