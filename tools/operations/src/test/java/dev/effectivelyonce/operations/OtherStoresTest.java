package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.TrailEntry;
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
import dev.effectivelyonce.operations.record.Change;
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
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An operator whose consumers have their records in PostgreSQL and Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherStoresTest {
  private Path directory;
  private OtherEngines engines;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException, SQLException {
    directory = folder;
    engines = OtherEngines.start(folder);
  }

  @AfterAll
  void stop() throws IOException {
    engines.close();
  }

  private Stream<String> stores() {
    return Stream.of(engines.postgres("postgres"), engines.redis("SYNC"));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void whatIsHeldIsListedSettledAndForgottenAndLeavesATrail(String url) throws IOException {
    try (Workplace workplace = workplace(url)) {
      hold(workplace);

      assertThat(listed(workplace)).containsExactly(State.HELD);
      assertThat(done(workplace, new Intervention.Settle(Settlement.COMPLETED)))
          .isEqualTo(State.COMPLETED);
      assertThat(done(workplace, new Intervention.Erase())).isEqualTo(State.COMPLETED);
      assertThat(done(workplace, new Intervention.Forget())).isEqualTo(State.RETRYABLE);
      assertThat(listed(workplace)).isEmpty();
      assertThat(trail(workplace)).containsExactly("SETTLE", "ERASE", "FORGET");
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void theDoctorFindsNothingWrongWithAServerThatIsFit(String url) throws IOException {
    try (Workplace workplace = workplace(url)) {
      Examination found = diagnosed(workplace);

      assertThat(found.findings()).isEmpty();
      assertThat(found.facts()).anyMatch(fact -> fact.contains("was checked"));
    }
  }

  @Test
  void theDoctorFindsACacheThatEvictsAndGoesOn() throws IOException {
    engines.evict("allkeys-lru");
    try (Workplace workplace = workplace(engines.redis("SYNC"))) {
      Examination found = diagnosed(workplace);

      assertThat(found.findings())
          .anyMatch(
              it -> it.problem().contains("allkeys-lru") && it.remedy().contains("noeviction"));
      assertThat(found.facts()).anyMatch(fact -> fact.contains("is declared SYNC"));
    } finally {
      engines.evict("noeviction");
    }
  }

  @Test
  void theDoctorSaysWhatAFailoverForgets() throws IOException {
    try (Workplace workplace = workplace(engines.redis("ASYNC"))) {
      assertThat(diagnosed(workplace).facts())
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
    try (Workplace workplace = workplace(engines.redis())) {
      assertThatThrownBy(() -> listed(workplace))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("durability");
    }
  }

  private Workplace workplace(String url) throws IOException {
    Path config = directory.resolve("effectively-once.json");
    Files.writeString(
        config,
        """
        {"consumers": [{"name": "orders", "table": "%s", "fingerprint": "/amount"}]}
        """
            .formatted(url));
    URI nobody = URI.create("http://127.0.0.1:9");
    Connection connection =
        new Connection(Map.of(Service.SQS, nobody), Optional.empty(), Optional.empty());
    return Workplace.open(
        new WorkplaceSettings(config, Optional.empty(), Optional.empty(), connection),
        Platform.system());
  }

  private static void hold(Workplace workplace) {
    IdempotencyStore store = workplace.store(workplace.consumer("orders"));
    Instant now = workplace.now();
    Stamp stamp = Stamp.of(now, Duration.ofDays(19));
    Owner owner = new Owner("attempt-" + now);
    Claim claim =
        new Claim(
            address(workplace).id(),
            owner,
            now.plusSeconds(30),
            stamp,
            Optional.empty(),
            Optional.empty());
    store.claim(claim);
    store.hold(IdempotencyRecord.claimed(claim), new ErrorSummary("The gateway threw"), stamp);
  }

  private static Address address(Workplace workplace) {
    return Addresses.byKey(
        workplace.consumer("orders"), List.of("O-1"), List.of("caller", "route"));
  }

  private static List<State> listed(Workplace workplace) {
    return new Records(workplace)
        .list(workplace.consumer("orders"), RecordFilter.held, 10).records().stream()
            .map(RecordView::state)
            .toList();
  }

  private static State done(Workplace workplace, Intervention wanted) {
    RecordView seen = new Records(workplace).view(address(workplace));
    Change change = new Interventions(workplace, Optional.of("a test")).carryOut(wanted, seen);
    assertThat(change).isInstanceOf(Change.Done.class);
    return ((Change.Done) change).now().state();
  }

  private static List<String> trail(Workplace workplace) {
    return workplace
        .store(workplace.consumer("orders"))
        .trail()
        .orElseThrow()
        .entries(address(workplace).id())
        .stream()
        .map(TrailEntry::action)
        .toList();
  }

  private static Examination diagnosed(Workplace workplace) {
    Diagnosis diagnosis = Doctor.diagnose(workplace, Optional.empty());
    return Objects.requireNonNull(diagnosis.consumers().get("orders"));
  }
}
