package dev.effectivelyonce.simulation.guards;

import java.util.List;
import java.util.stream.Stream;

/** Every guard. */
final class GuardList {
  private GuardList() {}

  static List<Guard> all() {
    return Stream.of(
            StoreGuards.all(),
            CoreGuards.all(),
            EngineGuards.all(),
            CommitGuards.all(),
            GatheringGuards.all(),
            DynamoDbGuards.all(),
            RedisGuards.all(),
            PostgresGuards.all(),
            WindowGuards.all(),
            StepsGuards.all(),
            SagaGuards.all(),
            SqsGuards.all(),
            ReplayGuards.all(),
            HttpGuards.all(),
            BridgeGuards.all(),
            OutboxGuards.all(),
            HeartbeatGuards.all(),
            RetryGuards.all(),
            LogGuards.all(),
            WholeBatchGuards.all(),
            DoneGuards.all())
        .flatMap(List::stream)
        .toList();
  }
}
