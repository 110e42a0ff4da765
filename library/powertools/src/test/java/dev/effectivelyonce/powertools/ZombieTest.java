package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;

/**
 * A call that goes on after its time, while another has begun: what Powertools' own store makes of
 * its end. What this one does is in {@link WovenZombieTest}. Two stores over one table stand for
 * two environments.
 */
class ZombieTest {
  private static final IdempotencyConfig HOUR =
      IdempotencyConfig.builder().withExpiration(Duration.ofHours(1)).build();
  private static final OptionalInt TEN_SECONDS = OptionalInt.of(10_000);

  private final Bench bench = Bench.plain();
  private final Instant began = bench.clock.instant();

  /** Powertools 1.15 begins anew only after the whole expiration. */
  private final Instant later = began.plus(Duration.ofHours(2));

  private final JsonNode zombies = TextNode.valueOf("o-1");
  private final JsonNode successors = TextNode.valueOf("o-1");
  private String table = "";

  @BeforeEach
  void createTable() {
    table = LocalTable.create();
  }

  private static BasePersistenceStore configured(BasePersistenceStore store) {
    store.configure(HOUR, "place");
    return store;
  }

  private BasePersistenceStore ofPowertools() {
    return configured(LocalTable.powertools(table));
  }

  private void takeOver(BasePersistenceStore zombie, BasePersistenceStore successor) {
    zombie.saveInProgress(zombies, began, TEN_SECONDS);
    bench.clock.set(later);
    successor.saveInProgress(successors, later, TEN_SECONDS);
  }

  private void outlive(BasePersistenceStore zombie, BasePersistenceStore successor) {
    takeOver(zombie, successor);
    successor.saveSuccess(successors, "of the successor", later);
  }

  @Test
  void powertoolsOwnStoreLetsAZombieOverwriteItsSuccessorsResult() {
    BasePersistenceStore zombie = ofPowertools();
    outlive(zombie, ofPowertools());

    zombie.saveSuccess(zombies, "of the zombie", later);

    assertThat(data()).isEqualTo("of the zombie");
  }

  @Test
  void powertoolsOwnStoreLetsAZombieCompleteItsSuccessorsClaim() {
    BasePersistenceStore zombie = ofPowertools();
    takeOver(zombie, ofPowertools());

    zombie.saveSuccess(zombies, "of the zombie", later);

    assertThat(status()).isEqualTo("COMPLETED");
  }

  @Test
  void powertoolsOwnStoreLetsAZombieThatThrowsDeleteItsSuccessorsResult() {
    BasePersistenceStore zombie = ofPowertools();
    outlive(zombie, ofPowertools());

    zombie.deleteRecord(zombies, new IllegalStateException());

    assertThat(LocalTable.client().scan(scan -> scan.tableName(table)).items()).isEmpty();
  }

  private String data() {
    return LocalTable.text(table, "data");
  }

  private String status() {
    return LocalTable.text(table, "status");
  }
}
