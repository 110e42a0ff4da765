package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.outbox.OutboxBacklog;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresBacklog;
import dev.effectivelyonce.postgres.PostgresOutbox;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.postgres.SqlWork;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/** An outbox in PostgreSQL, with two queues and a bus. */
final class BacklogRig {
  static final String BUS = "audit";

  final ManualClock clock = new ManualClock();
  final DataSource source = LocalPostgres.emptied();
  final StubQueue queue = new StubQueue();
  final RecordingBus bus = new RecordingBus();
  final List<OutboxReport> reports = new ArrayList<>();
  final List<Throwable> failures = new ArrayList<>();
  Runnable observed = () -> {};

  /** Runs before the backlog is read. */
  Runnable read = () -> {};

  private int events;

  /** Commits an event that leaves a message, whose body is its name too. */
  void leave(String destination, String lane, String body) {
    leave(OutgoingMessage.to(destination, "name", body).orderedBy(lane));
  }

  void leave(OutgoingMessage message) {
    PostgresOutbox outbox = new PostgresOutbox(clock);
    commit("event-" + events++, attempt -> outbox.message(attempt, message));
  }

  /** Commits an event's work. */
  void commit(String event, Function<Attempt, SqlWork> work) {
    ConsumerName consumer = new ConsumerName("orders");
    BusinessKey key = BusinessKey.of(event);
    Attempt attempt =
        new Attempt(consumer, key, new AttemptId(event), 1, clock.instant().plusSeconds(30));
    CommitResult result =
        new PostgresStore(source)
            .transactions()
            .orElseThrow()
            .commit(new Commit.Unrecorded(attempt.owner(), work.apply(attempt)));
    if (!(result instanceof CommitResult.Committed)) {
      throw new AssertionError(result);
    }
  }

  BacklogPublisher publisher() {
    return new BacklogPublisher(
        backlog(new PostgresBacklog(source)),
        Map.of(
            Rig.QUICK,
            new Destination.Queue(Rig.QUICK_URL),
            Rig.AWAY,
            new Destination.Queue(Rig.AWAY_URL),
            BUS,
            new Destination.Bus("arn:aws:events:eu-west-1:123456789012:event-bus/audit")),
        new DestinationClients(() -> queue, () -> bus),
        clock,
        observer());
  }

  private OutboxBacklog backlog(OutboxBacklog database) {
    return new OutboxBacklog() {
      @Override
      public void begin(Duration refusedFor) {
        read.run();
        database.begin(refusedFor);
      }

      @Override
      public Map<String, Instant> oldest() {
        return database.oldest();
      }

      @Override
      public Optional<String> take(String destination, String afterLane, Sender sender) {
        return database.take(destination, afterLane, sender);
      }
    };
  }

  private OutboxObserver observer() {
    return new OutboxObserver() {
      @Override
      public void observe(OutboxReport report) {
        reports.add(report);
        observed.run();
      }

      @Override
      public void failed(Throwable failure) {
        failures.add(failure);
        observed.run();
      }
    };
  }

  OutboxReport publish() {
    return publisher().publish(clock.instant().plus(Duration.ofMinutes(1)));
  }

  void refuses(String url, int status, String code) {
    queue.refuses(url, clock, status, code);
  }
}
