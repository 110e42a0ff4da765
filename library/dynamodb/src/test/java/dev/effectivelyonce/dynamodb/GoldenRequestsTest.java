package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The stored format never changes by accident: each request as it goes over the wire equals a file
 * in {@code golden/}. A change on purpose: run with {@code -Dgolden.write=true}, review the
 * difference, and raise {@code Attributes.SCHEMA_VERSION} where old readers would be harmed.
 */
class GoldenRequestsTest {
  /** It depends on the name of the table, which each test has its own of. */
  private static final Pattern TOKEN = Pattern.compile("(\"ClientRequestToken\" : \")[^\"]+");

  private static final UnitOfWork STOCK =
      UnitOfWork.empty()
          .delete(
              delete -> delete.tableName("Stock").key(Map.of("sku", AttributeValue.fromS("a"))));
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter()
                  .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                  .withArrayIndenter(new DefaultIndenter("  ", "\n")))
          .build();

  private static final Step STEP = Step.unbegun("charge", 1, 1).intendedBy(1);
  private static final Step NEXT = Step.unbegun("ship", 2, 1).intendedBy(1);
  private static final Step DONE = STEP.done(RESULT);

  private final Capture capture = new Capture();
  private final DynamoDbClient client = LocalDynamoDb.client(capture);

  @Test
  void theFormatHasItsVersion() {
    assertThat(Attributes.SCHEMA_VERSION).isEqualTo(1);
  }

  @TestFactory
  Stream<DynamicTest> everyRequestIsAsRecorded() {
    Map<String, Consumer<DynamoDbStore>> verbs = new TreeMap<>();
    verbs.put("claim", store -> store.claim(Records.claim("owner-1")));
    verbs.put("take-over", store -> store.takeOver(claimed(store), Records.claim("owner-2")));
    verbs.put(
        "take-over-from-powertools",
        store -> store.takeOver(ofPowertools(), Records.claim("owner-2")));
    verbs.put("claim-traced", store -> store.claim(Records.traced("owner-1")));
    verbs.put(
        "take-over-traced", store -> store.takeOver(claimed(store), Records.traced("owner-2")));
    verbs.put(
        "take-over-from-traced",
        store -> {
          IdempotencyRecord seen = written(store.claim(Records.traced("owner-1")));
          store.takeOver(seen, Records.claim("owner-2"));
        });
    verbs.put("renew", store -> store.renew(claimed(store), LATER.plusSeconds(30), stampAt(LATER)));
    verbs.put("complete", store -> store.complete(claimed(store), RESULT, stampAt(LATER)));
    verbs.put(
        "complete-omitted",
        store ->
            store.complete(claimed(store), new Omitted(Reason.TOO_LARGE, 500_000), stampAt(LATER)));
    verbs.put("release", store -> store.release(claimed(store), WHY, stampAt(LATER)));
    verbs.put("fail", store -> store.fail(claimed(store), WHY, stampAt(LATER)));
    verbs.put("hold", store -> store.hold(claimed(store), WHY, stampAt(LATER)));
    verbs.put("settle", store -> store.settle(failed(store), Settlement.COMPLETED, stampAt(LATER)));
    verbs.put("note-first", store -> store.note(claimed(store), STEP, stampAt(LATER)));
    verbs.put("note-next", store -> store.note(noted(store), NEXT, stampAt(LATER)));
    verbs.put("note-again", store -> store.note(noted(store), DONE, stampAt(LATER)));
    verbs.put("settle-step", store -> store.settleStep(doubtful(store), DONE, stampAt(LATER)));
    verbs.put("erase", store -> store.erase(done(store), LATER));
    verbs.put("acknowledge", store -> store.acknowledge(failed(store), LATER));
    verbs.put("trail", GoldenRequestsTest::decideTwice);
    verbs.put("forget", store -> store.forget(failed(store), LATER));
    verbs.put("find", store -> store.find(Records.claim("owner-1").id()));
    verbs.put("group", GoldenRequestsTest::writeGroup);
    verbs.put("group-find", GoldenRequestsTest::claimInGroupAgain);
    verbs.put("commit", store -> commit(store, new Commit.Completing(completing(store), STOCK)));
    verbs.put(
        "commit-at-once",
        store -> commit(store, new Commit.AtOnce(Records.claim("owner-1"), RESULT, STOCK)));
    return verbs.entrySet().stream()
        .map(it -> test(it.getKey(), it.getValue(), Listing.FAILED_AND_HELD));
  }

  @TestFactory
  Stream<DynamicTest> aStoreThatListsOpenRecordsAddsTheListingAlone() {
    Map<String, Consumer<DynamoDbStore>> verbs = new TreeMap<>();
    verbs.put("open-claim", store -> store.claim(Records.claim("owner-1")));
    verbs.put("open-take-over", store -> store.takeOver(claimed(store), Records.claim("owner-2")));
    verbs.put("open-complete", store -> store.complete(claimed(store), RESULT, stampAt(LATER)));
    verbs.put("open-release", store -> store.release(claimed(store), WHY, stampAt(LATER)));
    verbs.put("open-group", GoldenRequestsTest::writeGroup);
    return verbs.entrySet().stream().map(it -> test(it.getKey(), it.getValue(), Listing.OPEN));
  }

  @Test
  void theListingIsQueriedAsRecorded() throws IOException {
    String table = LocalDynamoDb.newTable();
    assertThat(new DynamoDbListing(client, table).listed(new ConsumerName("payments"))).isEmpty();
    check("listed", table);
  }

  private DynamicTest test(String name, Consumer<DynamoDbStore> verb, Listing listing) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          String table = LocalDynamoDb.newTable();
          verb.accept(new DynamoDbStore(client, table, listing));
          check(name, table);
        });
  }

  private void check(String name, String table) throws IOException {
    String request =
        TOKEN.matcher(capture.last().replace(table, "TABLE")).replaceAll("$1TOKEN") + "\n";
    Path file = GOLDEN.resolve(name + ".json");
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(file, request);
    }
    assertThat(request).isEqualTo(Files.readString(file));
  }

  private static IdempotencyRecord done(DynamoDbStore store) {
    IdempotencyRecord charged = written(store.note(noted(store), DONE, stampAt(LATER)));
    return written(store.complete(charged, RESULT, stampAt(LATER)));
  }

  private static void writeGroup(DynamoDbStore store) {
    store
        .groups()
        .orElseThrow()
        .write(
            List.of(
                new Write.Claim(Records.claim("owner-1", "payment-2")),
                new Write.Complete(claimed(store), RESULT, stampAt(LATER)),
                new Write.Release(claimed(store, "payment-3"), WHY, stampAt(LATER)),
                new Write.Fail(claimed(store, "payment-4"), WHY, stampAt(LATER))),
            (index, result) -> {});
  }

  private static void decideTwice(DynamoDbStore store) {
    IdempotencyRecord failed = failed(store);
    Write.Acknowledge first = new Write.Acknowledge(failed, LATER);
    Write.Settle second = new Write.Settle(failed, Settlement.RETRYABLE, stampAt(LATER));
    for (Write.ByOperator write : List.of(first, second)) {
      store
          .trail()
          .orElseThrow()
          .write(
              write,
              AuditLog.entry(
                  write, "entry " + Verb.of(write), LATER, "anna", Optional.of("It is gone")));
    }
  }

  private static Write.Complete completing(DynamoDbStore store) {
    return new Write.Complete(claimed(store), RESULT, stampAt(LATER));
  }

  /** The tables of its effects are missing: the request went out all the same. */
  private static void commit(DynamoDbStore store, Commit commit) {
    store.transactions().orElseThrow().commit(commit);
  }

  private static void claimInGroupAgain(DynamoDbStore store) {
    claimed(store);
    Claim again = Records.claim("owner-2");
    store.groups().orElseThrow().write(List.of(new Write.Claim(again)), (index, result) -> {});
  }

  private static IdempotencyRecord ofPowertools() {
    return ItemCodec.record(FrozenItem.read("powertools/inprogress"));
  }

  private static IdempotencyRecord claimed(DynamoDbStore store, String key) {
    return written(store.claim(Records.claim("owner-1", key)));
  }

  private static IdempotencyRecord claimed(DynamoDbStore store) {
    return written(store.claim(Records.claim("owner-1")));
  }

  private static IdempotencyRecord noted(DynamoDbStore store) {
    return written(store.note(claimed(store), STEP, stampAt(LATER)));
  }

  private static IdempotencyRecord doubtful(DynamoDbStore store) {
    return written(store.hold(noted(store), WHY, stampAt(LATER)));
  }

  private static IdempotencyRecord failed(DynamoDbStore store) {
    return written(store.fail(claimed(store), WHY, stampAt(LATER)));
  }

  /** Keeps the last request as it was sent, with its keys in order. */
  private static final class Capture implements ExecutionInterceptor {
    private String last = "";

    String last() {
      return last;
    }

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      String target = context.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
      try (InputStream body =
          context.requestBody().orElseThrow().contentStreamProvider().newStream()) {
        Map<String, Object> request =
            Map.of(
                "operation",
                target.substring(target.indexOf('.') + 1),
                "body",
                JSON.readValue(body, Map.class));
        last = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(request);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
