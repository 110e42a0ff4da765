package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.postgres.PostgresSweeper.Swept;
import dev.effectivelyonce.testkit.ManualClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class PostgresSweeperTest {
  private static final Instant EXPIRED = Samples.NOW.plus(Samples.RETENTION).plusSeconds(1);
  private final DataSource source = LocalPostgres.fresh();
  private final PostgresStore store = new PostgresStore(source);

  @Test
  void whatHasExpiredGoesAndWhatLivesStays() {
    IdempotencyRecord done = completed("order-1");

    assertThat(sweepAt(Samples.NOW.plus(Samples.RETENTION).minusSeconds(1)).deleted()).isZero();
    assertThat(store.find(done.id())).isPresent();

    assertThat(sweepAt(EXPIRED)).isEqualTo(new Swept(1, 0));
    assertThat(store.find(done.id())).isEmpty();
  }

  @Test
  void whatIsHalfDoneStays() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    Step intent = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord begun = Samples.written(store.note(mine, intent, Samples.stamp()));

    assertThat(sweepAt(EXPIRED.plus(Duration.ofDays(200))).deleted()).isZero();
    assertThat(store.find(mine.id())).contains(begun);
  }

  @Test
  void aClockThatIsAheadDeletesNothingThatTheServerKeeps() {
    Instant now = Samples.now();
    LocalPostgres.run(
        source,
        "INSERT INTO effectively_once_observed VALUES ('a', %s, 'NONE', NULL, 0)"
            .formatted(now.plus(Duration.ofDays(1)).getEpochSecond()));

    assertThat(sweepAt(now.plus(Duration.ofDays(9))).deleted()).isZero();
  }

  @Test
  void attemptsThatOnlyObservedAreKeptForADay() {
    assertCommitted(
        Samples.commit(
            store, new Commit.Unrecorded(new AttemptId("a"), SqlWork.statement("SELECT 1"))));
    Instant now = Samples.now();

    assertThat(sweepAt(now).deleted()).isZero();
    LocalPostgres.run(
        source, "UPDATE effectively_once_observed SET kept_until_s = kept_until_s - 86400");
    assertThat(sweepAt(now.plus(Duration.ofMinutes(1))).deleted()).isOne();
  }

  @Test
  void aTrailOutlivesItsRecordAndGoesAsAWhole() {
    IdempotencyRecord failed = failed();
    acknowledge(failed, "one", Samples.NOW);
    acknowledge(failed, "two", Samples.NOW.plus(Duration.ofDays(5)));

    assertThat(sweepAt(EXPIRED).deleted()).isOne();
    Instant beforeTheLater = Samples.NOW.plus(Samples.RETENTION.multipliedBy(2)).plusSeconds(60);
    assertThat(sweepAt(beforeTheLater).deleted()).isZero();
    assertThat(entries(failed)).isEqualTo(2);
    assertThat(sweepAt(beforeTheLater.plus(Duration.ofDays(5))).deleted()).isEqualTo(2);
  }

  @Test
  void anEarlierEntryThatLivesLongerKeepsTheWholeTrail() {
    IdempotencyRecord failed = failed();
    acknowledge(failed, "one", Samples.NOW.plus(Duration.ofDays(5)));
    acknowledge(failed, "two", Samples.NOW);

    Instant between = Samples.NOW.plus(Samples.RETENTION.multipliedBy(2)).plusSeconds(60);
    assertThat(sweepAt(between).deleted()).isOne();
    assertThat(entries(failed)).isEqualTo(2);
  }

  @Test
  void aRowThatIsLockedWaitsForTheNextSweep() throws SQLException {
    completed("order-1");
    completed("order-2");
    try (Connection rival = source.getConnection();
        Statement lock = rival.createStatement()) {
      rival.setAutoCommit(false);
      lock.execute("SELECT id FROM effectively_once_record LIMIT 1 FOR UPDATE");

      assertThat(sweepAt(EXPIRED).deleted()).isOne();
      rival.rollback();
    }
    assertThat(sweepAt(EXPIRED).deleted()).isOne();
  }

  @Test
  void everyPieceOfALargeTableIsSwept() {
    completed("order-1");
    LocalPostgres.run(
        source,
        "CREATE TEMPORARY TABLE one AS SELECT * FROM effectively_once_record;"
            + " INSERT INTO effectively_once_record SELECT (r).* FROM (SELECT"
            + " jsonb_populate_record(one, jsonb_build_object('id', n::text)) AS r"
            + " FROM one, generate_series(1, 20000) AS n) AS copies; DROP TABLE one");

    ManualClock clock = new ManualClock(EXPIRED);
    DataSource slow =
        Intercepted.before(source, "close", () -> clock.advance(Duration.ofSeconds(1)));

    int pieces = new PostgresSweeper(source, platform(EXPIRED)).sweep(EXPIRED).left();
    Swept inTime = new PostgresSweeper(slow, platform(clock)).sweep(EXPIRED.plusSeconds(2));

    assertThat(pieces).isGreaterThan(5);
    assertThat(inTime.left()).isEqualTo(pieces - 1);
    assertThat(inTime.deleted()).isBetween(1L, 20_000L);
    assertThat(inTime.deleted() + sweepAt(EXPIRED).deleted()).isEqualTo(20_001);
  }

  @Test
  void aSweepThatIsOutOfTimeSaysWhatIsLeft() {
    completed("order-1");

    Swept none = new PostgresSweeper(source, platform(EXPIRED)).sweep(EXPIRED);

    assertThat(none).isEqualTo(new Swept(0, 3));
  }

  private int entries(IdempotencyRecord record) {
    return store.trail().orElseThrow().entries(record.id()).size();
  }

  private void acknowledge(IdempotencyRecord failed, String id, Instant at) {
    Write.Acknowledge write = new Write.Acknowledge(failed, at);
    AuditLog trail = store.trail().orElseThrow();
    Samples.written(trail.write(write, AuditLog.entry(write, id, at, "anna", Optional.empty())));
  }

  private IdempotencyRecord failed() {
    return Samples.written(
        store.fail(
            Samples.claimed(store, "order-1"), new ErrorSummary("declined"), Samples.stamp()));
  }

  private IdempotencyRecord completed(String key) {
    return Samples.written(
        store.complete(Samples.claimed(store, key), Samples.RESULT, Samples.stamp()));
  }

  private Swept sweepAt(Instant now) {
    return new PostgresSweeper(source, platform(now)).sweep(now.plusSeconds(1));
  }

  private static Platform platform(Instant now) {
    return platform(new ManualClock(now));
  }

  private static Platform platform(Clock clock) {
    return new Platform(clock, () -> new AttemptId("nobody"), new Random(7), pause -> {});
  }
}
