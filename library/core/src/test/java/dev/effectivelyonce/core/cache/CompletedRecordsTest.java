package dev.effectivelyonce.core.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.effectivelyonce.core.Samples;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What many threads leave in a cache; the rules one by one are in CachingStoreTest. */
class CompletedRecordsTest {
  private static final int THREADS = 8;
  private static final int STEPS = 8_000;
  private static final int IDS = 40;
  private static final int ENTRIES = 16;
  private static final int FRESH = 100;
  private static final Duration AGE = Duration.ofMinutes(5);
  private static final String LARGE = "x".repeat(8_000);
  private static final StoredResult RESULT = new StoredResult.Text("1234567890");
  private static final Optional<String> NO_MESSAGE = Optional.empty();

  /** Made before, so that threads do little but meet in the cache. */
  private static final List<IdempotencyRecord> DONE =
      IntStream.range(0, FRESH + ENTRIES).mapToObj(CompletedRecordsTest::completed).toList();

  private final CompletedRecords records = records(new CacheBounds(AGE, ENTRIES, 100_000));

  private static CompletedRecords records(CacheBounds bounds) {
    return new CompletedRecords(bounds, Clock.fixed(Samples.NOW, ZoneOffset.UTC));
  }

  private static IdempotencyRecord completed(int number) {
    Claim claim = Samples.claimOf(number);
    return IdempotencyRecord.claimed(claim).completed(RESULT, claim.stamp());
  }

  private static IdempotencyRecord done(int number) {
    return DONE.get(number);
  }

  private static RecordId id(int number) {
    return done(number).id();
  }

  private void saw(int number, Optional<String> message) {
    records.saw(id(number), Optional.of(done(number)), Samples.NOW, message, Set.of());
  }

  private boolean isKnown(int number) {
    return records.find(id(number), NO_MESSAGE).isPresent();
  }

  /** Everything of a record that may be large, each in a record of its own. */
  static Stream<Arguments> large() {
    IdempotencyRecord done = done(0);
    Step step = Step.unbegun("charge", 1, 1);
    StoredResult result = new StoredResult.Text(LARGE);
    return Stream.of(
        arguments("its result", done.completed(result, done.stamp())),
        arguments("a step's result", done.noted(step.done(result), done.stamp())),
        arguments("many steps", manySteps(done)),
        arguments("its key", withKey(LARGE)),
        arguments("its key outside Latin-1", withKey("Ā".repeat(LARGE.length() / 2))));
  }

  private static IdempotencyRecord manySteps(IdempotencyRecord done) {
    return IntStream.range(0, 50)
        .mapToObj(number -> Step.unbegun("step-" + number, number, 1).done(StoredResult.none()))
        .reduce(done, (record, step) -> record.noted(step, done.stamp()), (one, other) -> other);
  }

  private static IdempotencyRecord withKey(String key) {
    Claim claim = Samples.claimOf(0).withReadableKey(Optional.of(key));
    return IdempotencyRecord.claimed(claim).completed(RESULT, claim.stamp());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("large")
  void whateverIsLargeInARecordCountsInTheBytes(String ignored, IdempotencyRecord large) {
    CompletedRecords narrow = records(new CacheBounds(AGE, 1_000, LARGE.length()));
    CompletedRecords wide = records(new CacheBounds(AGE, 1_000, 2L * LARGE.length()));

    narrow.saw(large.id(), Optional.of(large), Samples.NOW, NO_MESSAGE, Set.of());
    wide.saw(large.id(), Optional.of(large), Samples.NOW, NO_MESSAGE, Set.of());

    assertThat(narrow.find(large.id(), NO_MESSAGE)).isEmpty();
    assertThat(wide.find(large.id(), NO_MESSAGE)).contains(large);
  }

  @Test
  void aRecordMayFillTheCacheToItsLastByte() {
    long bytes = KeptBytes.of(done(0), Set.of());
    CompletedRecords full = records(new CacheBounds(AGE, 1_000, bytes));

    full.saw(id(0), Optional.of(done(0)), Samples.NOW, NO_MESSAGE, Set.of());

    assertThat(full.find(id(0), NO_MESSAGE)).contains(done(0));
  }

  @Test
  void theIdsOfMessagesCountInTheBytes() {
    CompletedRecords narrow = records(new CacheBounds(AGE, 1_000, LARGE.length()));

    narrow.saw(id(0), Optional.of(done(0)), Samples.NOW, Optional.of(LARGE), Set.of());

    assertThat(narrow.find(id(0), NO_MESSAGE)).isEmpty();
  }

  @Test
  void recordsWithoutTextsCountInTheBytes() {
    CompletedRecords narrow = records(new CacheBounds(AGE, 1_000, 10_000));

    IntStream.range(0, FRESH)
        .forEach(
            it -> narrow.saw(id(it), Optional.of(done(it)), Samples.NOW, NO_MESSAGE, Set.of()));

    assertThat(IntStream.range(0, FRESH).filter(it -> narrow.find(id(it), NO_MESSAGE).isPresent()))
        .hasSizeBetween(5, 20);
  }

  @RepeatedTest(3)
  void itsBoundsAndItsOrderHoldWhateverThreadsDoSideBySide() throws Exception {
    inThreads(this::doAnything);

    assertThat(IntStream.range(0, IDS).filter(this::isKnown).count()).isLessThanOrEqualTo(ENTRIES);
    // Had a count or a place gone wrong, fewer of these would stay, or one of before.
    IntStream.range(FRESH, FRESH + ENTRIES).forEach(number -> saw(number, NO_MESSAGE));
    assertThat(IntStream.range(FRESH, FRESH + ENTRIES)).allMatch(this::isKnown);
    assertThat(IntStream.range(0, IDS)).noneMatch(this::isKnown);
  }

  private int doAnything(int thread) {
    Random random = new Random(thread);
    for (int step = 0; step < STEPS; step++) {
      int number = random.nextInt(IDS);
      switch (random.nextInt(3)) {
        case 0 -> saw(number, Optional.of("m-" + thread));
        case 1 -> records.forget(id(number));
        default ->
            records
                .find(id(number), Optional.of("m-" + thread))
                .ifPresent(found -> assertThat(found).isEqualTo(done(number)));
      }
    }
    return thread;
  }

  @RepeatedTest(3)
  void threadsThatSeeTheSameEventsLeaveOneEntryOfEach() throws Exception {
    inThreads(
        thread -> {
          for (int step = 0; step < STEPS; step++) {
            saw(step % 2, NO_MESSAGE);
            isKnown(step % 3);
          }
          return thread;
        });

    IntStream.range(FRESH, FRESH + ENTRIES - 2).forEach(number -> saw(number, NO_MESSAGE));
    assertThat(IntStream.range(FRESH, FRESH + ENTRIES - 2)).allMatch(this::isKnown);
    assertThat(IntStream.range(0, 2)).allMatch(this::isKnown);
  }

  @Test
  void whatAThreadHasForgottenIsUnknownToItUntilItIsSeenAgain() throws Exception {
    inThreads(
        thread -> {
          for (int step = 0; step < STEPS; step++) {
            saw(thread, NO_MESSAGE);
            assertThat(isKnown(thread)).isTrue();
            records.forget(id(thread));
            assertThat(isKnown(thread)).isFalse();
          }
          return thread;
        });
  }

  private interface Work<T> {
    T in(int thread);
  }

  private static <T> void inThreads(Work<T> work) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<T>> all =
          IntStream.range(0, THREADS).<Callable<T>>mapToObj(it -> () -> work.in(it)).toList();
      for (Future<T> ended : threads.invokeAll(all)) {
        ended.get();
      }
    }
  }
}
