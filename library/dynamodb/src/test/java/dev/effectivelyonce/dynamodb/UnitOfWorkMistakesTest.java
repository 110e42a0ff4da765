package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Mistakes of whoever writes a unit of work, told at once. */
class UnitOfWorkMistakesTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final NotDone DECLARED = HandlerResult.fail("declared");

  @Test
  void aDeclarationWithoutAWriteIsAMistake() {
    UnitOfWork empty = UnitOfWork.empty();

    assertThatThrownBy(() -> empty.orElse(DECLARED)).hasMessageContaining("add one first");
  }

  @Test
  void effectsOfAnotherStoreFailTheirEvent() {
    Commit foreign = new Commit.Unrecorded(new Owner("a"), new Effects() {});

    try (DynamoDbClient client = DYNAMO_DB.client()) {
      DynamoDbStore store = new DynamoDbStore(client, "records");

      assertThat(store.transactions().orElseThrow().commit(foreign))
          .isInstanceOfSatisfying(
              CommitResult.EffectRefused.class,
              it ->
                  assertThat(it.outcome())
                      .isInstanceOfSatisfying(
                          HandlerResult.Fail.class,
                          fail -> assertThat(fail.reason()).contains("a UnitOfWork")));
    }
  }
}
