package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.StoreException.Kind;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.trail.SignedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A table that throttles: an operator's write goes again a few times, and always as the same. */
class SignedStoreTest {
  private static final IdempotencyRecord SEEN =
      IdempotencyRecord.claimed(Orders.claim("O-1", Orders.NOW, Optional.empty()))
          .failed(Orders.WHY, WriteTimestamp.of(Orders.NOW, Orders.RETENTION));

  private final List<TrailEntry> sent = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private int throttles;
  private Kind fault = Kind.THROTTLED;

  @Test
  void aWriteThatMeetsALimitGoesAgainWithItsEntry() {
    throttles = 2;

    assertThat(settle()).isInstanceOf(Written.class);

    assertThat(sent).hasSize(3);
    assertThat(sent.stream().distinct()).hasSize(1);
    assertThat(sent.getFirst().actor()).isEqualTo("anna");
    assertThat(sent.getFirst().at()).isEqualTo(Orders.LATER);
    assertThat(pauses).containsExactly(Duration.ofMillis(200), Duration.ofMillis(400));
  }

  @Test
  void aTableThatKeepsThrottlingEndsItWithWhatItSaid() {
    throttles = 100;

    StoreException end = catchThrowableOfType(StoreException.class, this::settle);

    assertThat(end.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(sent).hasSize(5);
  }

  @Test
  void whatIsNoLimitOfTheTableIsNotTriedAgain() {
    throttles = 1;
    fault = Kind.DENIED;

    StoreException end = catchThrowableOfType(StoreException.class, this::settle);

    assertThat(end.kind()).isEqualTo(Kind.DENIED);
    assertThat(pauses).isEmpty();
  }

  @Test
  void theErasingOfATrailGoesAgainWithItsEntryToo() {
    throttles = 2;

    TrailEntry entry = AuditLog.erasure("one", Orders.LATER, "anna", Optional.empty());
    assertThat(signed().trail().orElseThrow().erase(SEEN.id(), entry)).isTrue();

    assertThat(sent).containsExactly(entry, entry, entry);
  }

  private WriteResult settle() {
    return signed()
        .settle(SEEN, Settlement.RETRYABLE, WriteTimestamp.of(Orders.LATER, Orders.RETENTION));
  }

  private SignedStore signed() {
    Platform system = Platform.system();
    Platform platform =
        new Platform(
            Orders.STILL,
            () -> new AttemptId("entry-" + pauses.size()),
            system.random(),
            pauses::add);
    return new SignedStore(store(), () -> "anna", Optional.of("T-7"), platform);
  }

  private IdempotencyStore store() {
    return new IdempotencyStore() {
      @Override
      public WriteResult write(Write write) {
        throw new IllegalStateException("It leaves no trail");
      }

      @Override
      public Optional<IdempotencyRecord> find(RecordId id) {
        return Optional.empty();
      }

      @Override
      public Optional<AuditLog> trail() {
        return Optional.of(new Throttled());
      }
    };
  }

  private final class Throttled implements AuditLog {
    @Override
    public WriteResult write(Write.ByOperator write, TrailEntry entry) {
      throttle(entry);
      return new Written(write.after(Optional.of(write.seen())).orElseThrow());
    }

    @Override
    public boolean erase(RecordId id, TrailEntry entry) {
      throttle(entry);
      return true;
    }

    private void throttle(TrailEntry entry) {
      sent.add(entry);
      if (sent.size() <= throttles) {
        throw new StoreException(fault, "It throttles", "Wait", null);
      }
    }

    @Override
    public List<TrailEntry> entries(RecordId id) {
      return List.copyOf(sent);
    }
  }
}
