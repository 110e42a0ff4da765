package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import dev.effectivelyonce.simulation.history.StoreModel;
import java.util.List;

/** The rules of the store in Redis, over servers with failovers. */
final class RedisGuards {
  private static final String REDIS = "library/redis/src/main/java/dev/effectivelyonce/redis/";
  private static final String STORE = REDIS + "RedisStore.java";
  private static final String SWAP = REDIS + "RecordSwap.java";
  private static final String PIPELINE = REDIS + "PipelinedWrites.java";

  private RedisGuards() {}

  static List<Guard> all() {
    return List.of(
        redis(
            "redis: the guard decides about the record that is there",
            "what another attempt holds is written over",
            STORE,
            "tries < TRIES && write.guard().holds(current); tries++",
            "tries < TRIES; tries++"),
        redis(
            "redis: a record is changed only as it was seen",
            "an attempt overwrites what changed since its look",
            SWAP,
            "checks.addAll(List.of(\"is\", field, value));",
            ""),
        redis(
            "redis: a claim finds no record",
            "a claim overwrites another's",
            SWAP,
            "return List.of(\"none\", \"\", \"\");",
            "return List.of();"),
        redis(
            "redis: a field that came since is a change",
            "a late note undoes another",
            SWAP,
            "absent.forEach(field -> checks.addAll(List.of(\"absent\", field, \"\")));",
            ""),
        redis(
            "redis: what fails beside others of a pipeline is not written",
            "a lane runs on a claim that it does not have",
            STORE,
            "return reply.getFirst().equals(\"written\")",
            "return !record.isEmpty()"),
        redis(
            "redis: what a pipeline can't decide goes alone",
            "an attempt is told of a refusal that was none",
            PIPELINE,
            "&& swap.write().guard().holds(current)",
            "&& swap == null"));
  }

  private static Guard redis(
      String id, String protects, String file, String snippet, String replacement) {
    return simulated(id, protects, file, snippet, replacement).over(StoreModel.REDIS_SYNC);
  }
}
