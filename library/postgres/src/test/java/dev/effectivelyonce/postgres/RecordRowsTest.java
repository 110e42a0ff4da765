package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that no other store knows: unreadable ones, long listings. */
class RecordRowsTest {
  private static final ConsumerName CONSUMER = new ConsumerName("payments");
  private final DataSource source = LocalPostgres.emptied();
  private final PostgresStore store = new PostgresStore(source);

  /** The state of a step is all that tells the record apart from the one that was seen. */
  @Test
  void aNoteByWhoHasNotSeenAnotherStepKeepsItAndAnswersWithIt() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    IdempotencyRecord seen = Samples.written(store.note(mine, step("charge", 1), mine.stamp()));
    Samples.written(store.note(seen, step("pack", 2), seen.stamp()));

    IdempotencyRecord all = Samples.written(store.note(seen, step("ship", 3), seen.stamp()));

    assertThat(all.steps()).extracting(Step::name).containsExactly("charge", "pack", "ship");
    assertThat(store.find(mine.id())).contains(all);
  }

  @Test
  void aCopyWithFewerStepsKeepsThoseThatItHas() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    IdempotencyRecord one = Samples.written(store.note(mine, step("charge", 1), mine.stamp()));
    IdempotencyRecord two = Samples.written(store.note(one, step("pack", 2), one.stamp()));

    Samples.written(store.write(new Write.Copy(two, one)));

    assertThat(store.find(mine.id())).contains(one);
  }

  private static Step step(String name, int position) {
    return Step.unbegun(name, position, 1).done(StoredResult.none());
  }

  @Test
  void aHugeResultIsKeptWhole() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    StoredResult huge = new StoredResult.Text("€".repeat(8_000_000));

    IdempotencyRecord done = Samples.written(store.complete(mine, huge, Samples.stamp()));

    assertThat(store.find(mine.id())).contains(done);
    assertThat(done.result()).isEqualTo(huge);
  }

  @Test
  void aResultThatHasNoUtf8IsKeptAsAMarker() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    StoredResult half = new StoredResult.Text("\ud800");

    IdempotencyRecord done = Samples.written(store.complete(mine, half, Samples.stamp()));

    assertThat(done.result())
        .isEqualTo(new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0));
    assertThat(store.find(mine.id())).contains(done);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status = 'PARKED'",
        "attempt = 0",
        "result_kind = 'LATER'",
        "steps = '{\"charge\": \"DONE|1\"}'",
        "steps = '{\"charge\": 1}'",
        "owner = ''"
      })
  void aRowThatThisReleaseCantReadIsAFaultAndStaysAsItIs(String change) {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    Samples.written(store.fail(mine, new ErrorSummary("declined"), Samples.stamp()));
    IdempotencyRecord other = Samples.claimed(store, "order-2");
    IdempotencyRecord failed =
        Samples.written(store.fail(other, new ErrorSummary("declined"), Samples.stamp()));
    LocalPostgres.run(
        source, "UPDATE effectively_once_record SET " + change + " WHERE id = '" + mine.id() + "'");
    List<StoreException> unreadable = new ArrayList<>();

    assertThatThrownBy(() -> store.claim(Samples.claim("order-1", "b")))
        .isInstanceOfSatisfying(
            StoreException.class,
            it -> assertThat(it.kind()).isEqualTo(StoreException.Kind.UNREADABLE))
        .hasMessageContaining(mine.id().value());
    assertThat(store.listed(CONSUMER, unreadable::add)).containsExactly(failed);
    assertThat(unreadable).hasSize(1);
    assertThatThrownBy(() -> store.listed(CONSUMER).toList()).isInstanceOf(StoreException.class);
  }

  @Test
  void aLongListingIsReadPageByPageInItsOrder() {
    PostgresStore open = new PostgresStore(source, Listing.OPEN);
    List<IdempotencyRecord> claimed =
        IntStream.range(0, 120).mapToObj(i -> Samples.claimed(open, "order-" + i)).toList();

    assertThat(open.listed(CONSUMER)).hasSize(120).containsExactlyInAnyOrderElementsOf(claimed);
    assertThat(open.listed(CONSUMER).limit(1)).hasSize(1);
  }

  @Test
  void aChangeOfTheListingShowsAtTheNextWrite() {
    PostgresStore open = new PostgresStore(source, Listing.OPEN);
    IdempotencyRecord mine = Samples.claimed(open, "order-1");

    IdempotencyRecord released =
        Samples.written(store.release(mine, new ErrorSummary("later"), Samples.stamp()));

    assertThat(released.status().name()).isEqualTo("RETRYABLE");
    assertThat(store.listed(CONSUMER)).isEmpty();
  }
}
