package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.operations.aws.Connection;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.bench.OtherEngines;
import dev.effectivelyonce.operations.doctor.Diagnosis;
import dev.effectivelyonce.operations.doctor.Doctor;
import dev.effectivelyonce.operations.doctor.Examination;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Address;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Interventions;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.operations.record.State;
import dev.effectivelyonce.operations.store.StoreUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An operator whose consumers have their records in PostgreSQL and Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherStoresTest {
  @TempDir private Path directory = Path.of("");

  private Stream<String> stores() {
    return Stream.of(OtherEngines.postgres("postgres"), OtherEngines.redis("SYNC"));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void whatIsHeldIsListedSettledAndForgottenAndLeavesATrail(String url) throws IOException {
    try (OperatorContext context = context(url)) {
      hold(context);

      assertThat(listed(context)).containsExactly(State.HELD);
      assertThat(done(context, new Intervention.Settle(Settlement.COMPLETED)))
          .isEqualTo(State.COMPLETED);
      assertThat(done(context, new Intervention.Erase())).isEqualTo(State.COMPLETED);
      assertThat(done(context, new Intervention.Forget())).isEqualTo(State.RETRYABLE);
      assertThat(listed(context)).isEmpty();
      assertThat(trail(context)).containsExactly("SETTLE", "ERASE", "FORGET");
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void theDoctorFindsNothingWrongWithAServerThatIsFit(String url) throws IOException {
    try (OperatorContext context = context(url)) {
      Examination found = diagnosed(context);

      assertThat(found.findings()).isEmpty();
      assertThat(found.facts()).anyMatch(fact -> fact.contains("was checked"));
    }
  }

  @Test
  void theDoctorFindsACacheThatEvictsAndGoesOn() throws IOException {
    OtherEngines.evict("allkeys-lru");
    try (OperatorContext context = context(OtherEngines.redis("SYNC"))) {
      Examination found = diagnosed(context);

      assertThat(found.findings())
          .anyMatch(
              it -> it.problem().contains("allkeys-lru") && it.remedy().contains("noeviction"));
      assertThat(found.facts()).anyMatch(fact -> fact.contains("is declared SYNC"));
    } finally {
      OtherEngines.evict("noeviction");
    }
  }

  @Test
  void theDoctorSaysWhatAFailoverForgets() throws IOException {
    try (OperatorContext context = context(OtherEngines.redis("ASYNC"))) {
      assertThat(diagnosed(context).facts())
          .anyMatch(fact -> fact.contains("once unless a failover"));
    }
  }

  @Test
  void aUrlThatHoldsAPasswordIsRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> StoreUrl.of("redis://me:" + OtherEngines.PASSWORD + "@cache.internal"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("passwordFile")
        .hasMessageNotContaining(OtherEngines.PASSWORD);
  }

  @Test
  void aRedisStoreWithoutADurabilityIsRefused() throws IOException {
    try (OperatorContext context = context(OtherEngines.redis())) {
      assertThatThrownBy(() -> listed(context))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("durability");
    }
  }

  private OperatorContext context(String url) throws IOException {
    Path config = directory.resolve("effectively-once.json");
    Files.writeString(
        config,
        """
        {"consumers": [{"name": "shop", "table": "%s", "fingerprint": "/amount"}]}
        """
            .formatted(url));
    URI nobody = URI.create("http://127.0.0.1:9");
    Connection connection =
        new Connection(Map.of(Service.SQS, nobody), Optional.empty(), Optional.empty());
    return OperatorContext.open(
        new OperatorContextSettings(config, Optional.empty(), Optional.empty(), connection),
        Platform.system());
  }

  private static void hold(OperatorContext context) {
    IdempotencyStore store = context.store(context.consumer("shop"));
    Instant now = context.now();
    WriteTimestamp stamp = WriteTimestamp.of(now, Duration.ofDays(19));
    AttemptId owner = new AttemptId("attempt-" + now);
    Claim claim = new Claim(address(context).id(), owner, now.plusSeconds(30), stamp);
    store.claim(claim);
    store.hold(IdempotencyRecord.claimed(claim), new ErrorSummary("The gateway threw"), stamp);
  }

  private static Address address(OperatorContext context) {
    return Addresses.byKey(context.consumer("shop"), List.of("O-1"), List.of("caller", "route"));
  }

  private static List<State> listed(OperatorContext context) {
    return new Records(context)
        .list(context.consumer("shop"), RecordFilter.held, 10).records().stream()
            .map(RecordView::state)
            .toList();
  }

  private static State done(OperatorContext context, Intervention wanted) {
    RecordView seen = new Records(context).view(address(context));
    return new Interventions(context, Optional.of("a test")).carryOut(wanted, seen).now().state();
  }

  private static List<String> trail(OperatorContext context) {
    return context
        .store(context.consumer("shop"))
        .trail()
        .orElseThrow()
        .entries(address(context).id())
        .stream()
        .map(TrailEntry::action)
        .toList();
  }

  private static Examination diagnosed(OperatorContext context) {
    Diagnosis diagnosis = Doctor.diagnose(context, Optional.empty());
    return Objects.requireNonNull(diagnosis.consumers().get("shop"));
  }
}
