package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemAlreadyExistsException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyKeyException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;

/** Keys and payload hashes are those of Powertools, but a missing key is no key. */
class KeysTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static IdempotencyConfig config(String key, String hash) {
    return Bench.config(
        it ->
            it.withEventKeyJMESPath(key)
                .withPayloadValidationJMESPath("amount")
                .withHashFunction(hash));
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }

  private static IdempotencyRecord claimed(IdempotencyConfig config, JsonNode payload) {
    Bench bench = Bench.plain();
    BasePersistenceStore store = bench.builder(bench.memory).build();
    store.configure(config, "place");
    store.saveInProgress(payload, bench.clock.instant(), OptionalInt.empty());
    return bench.record();
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "[id, tenant]", "{id: id}", "amount", "positions", "paid"})
  void keysAndHashesAreThoseOfPowertoolsOwnStore(String key) throws Exception {
    JsonNode payload =
        json(
            """
            {"id": "o-1", "tenant": "t", "amount": 12.5, "positions": [1, 2], "paid": true}
            """);
    for (String hash : List.of("MD5", "SHA-256")) {
      String table = LocalTable.create();
      BasePersistenceStore theirs = LocalTable.powertools(table);
      theirs.configure(config(key, hash), "place");
      theirs.saveInProgress(payload, Instant.now(), OptionalInt.empty());

      IdempotencyRecord ours = claimed(config(key, hash), payload);

      assertThat(ours.id().value()).isEqualTo(LocalTable.text(table, "id"));
      assertThat(ours.fingerprint().orElseThrow().value())
          .isEqualTo(LocalTable.text(table, "validation"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "missing",
        "[missing, absent]",
        "{id: missing}",
        "[[missing], blank]",
        "empty",
        "nothing",
        "blank",
        "none"
      })
  void aMissingKeyIsRefused(String key) throws Exception {
    JsonNode payload =
        json(
            """
            {"id": "o-1", "empty": [], "nothing": null, "blank": " ", "none": ""}
            """);

    assertThatThrownBy(() -> claimed(config(key, "MD5"), payload))
        .isInstanceOf(IdempotencyKeyException.class);
  }

  @Test
  void powertoolsOwnStoreTakesTwoMessagesWithoutAKeyForOne() throws Exception {
    BasePersistenceStore theirs = LocalTable.powertools(LocalTable.create());
    theirs.configure(config("missing", "MD5"), "place");
    theirs.saveInProgress(json("{\"id\": \"o-1\"}"), Instant.now(), OptionalInt.empty());

    assertThatThrownBy(
            () ->
                theirs.saveInProgress(
                    json("{\"id\": \"o-2\"}"), Instant.now(), OptionalInt.empty()))
        .isInstanceOf(IdempotencyItemAlreadyExistsException.class);
  }

  @Test
  void powertoolsOwnStoreRefusesEveryKeyThatIsAListWhereItIsToldToThrow() throws Exception {
    BasePersistenceStore theirs = LocalTable.powertools(LocalTable.create());
    theirs.configure(
        IdempotencyConfig.builder()
            .withEventKeyJMESPath("[id, tenant]")
            .withThrowOnNoIdempotencyKey()
            .build(),
        "place");

    assertThatThrownBy(
            () ->
                theirs.saveInProgress(
                    json("{\"id\": \"o-1\", \"tenant\": \"t\"}"),
                    Instant.now(),
                    OptionalInt.empty()))
        .isInstanceOf(IdempotencyKeyException.class);
  }

  @Test
  void aMissingKeyOfAMethodIsToldAsPowertoolsTellsIt() {
    Bench bench = Bench.of(it -> it, config("missing", "MD5"));
    List<String> ran = new CopyOnWriteArrayList<>();

    assertThatThrownBy(
            () ->
                bench.shop.pay(
                    new Payment("p-1", 1),
                    () -> {
                      ran.add("p-1");
                      return new Receipt("p-1", 1);
                    }))
        .isInstanceOf(IdempotencyKeyException.class);
    assertThat(ran).isEmpty();
  }
}
