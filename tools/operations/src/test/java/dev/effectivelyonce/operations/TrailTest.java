package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.bench.StubAws;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.Change;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Interventions;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Who did what to a record, when, why, and what it was. */
class TrailTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();
  private static final String ANNA = "arn:aws:sts::123456789012:assumed-role/operator/anna";
  private static final String IDENTITY =
      """
      <GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <GetCallerIdentityResult><Arn>%s</Arn><UserId>A:anna</UserId><Account>123456789012</Account>
      </GetCallerIdentityResult></GetCallerIdentityResponse>
      """
          .formatted(ANNA);

  private final StubAws sts = new StubAws();
  private Orders orders;
  private Workplace workplace;

  @BeforeEach
  void open(@TempDir Path directory) {
    orders = new Orders(AWS.running(), directory, Orders.STILL);
    workplace = workplace();
  }

  private Workplace workplace() {
    Map<Service, URI> endpoints = new HashMap<>();
    endpoints.put(Service.DYNAMODB, AWS.running().dynamoDbEndpoint());
    endpoints.put(Service.SQS, AWS.running().sqsEndpoint());
    endpoints.put(Service.STS, sts.endpoint());
    return orders.workplace(endpoints);
  }

  @AfterEach
  void close() {
    workplace.close();
    sts.close();
  }

  @Test
  void theTrailSaysWhoWhenWhyAndWhatItWas() {
    sts.on("GetCallerIdentity", 200, IDENTITY);
    orders.held("O-1");

    carryOut(new Intervention.Settle(Settlement.RETRYABLE));

    TrailEntry entry = trail().getFirst();
    assertThat(entry.actor()).isEqualTo(ANNA);
    assertThat(entry.at()).isEqualTo(Orders.LATER);
    assertThat(entry.reason()).contains("T-7");
    assertThat(entry.action()).isEqualTo("SETTLE");
    assertThat(entry.before())
        .containsEntry("status", "UNKNOWN")
        .containsEntry("attempt", "1")
        .containsEntry("owner", "owner-1")
        .containsEntry("error", Orders.WHY.text());
    assertThat(entry.after()).containsEntry("status", "RETRYABLE");
  }

  @Test
  void aForgottenRecordLeavesWhatItWasWithoutKeyAndResult() {
    sts.on("GetCallerIdentity", 200, IDENTITY);
    orders.completed("O-1");

    carryOut(new Intervention.Forget());

    JsonNode before = seen().json(move -> "").path("trail").path(0).path("before");
    assertThat(before.path("status").asText()).isEqualTo("COMPLETED");
    assertThat(before.has("fingerprint")).isTrue();
    assertThat(before.toString()).doesNotContain("secret", "O-1");
  }

  @Test
  void whoDiscardsALetterStandsInItsFileSinceItMayHaveNoRecord(@TempDir Path folder)
      throws IOException {
    sts.on("GetCallerIdentity", 200, IDENTITY);
    orders.sendDead("not json");
    Path file = folder.resolve("saved.jsonl");

    try (LetterFile saved = LetterFile.open(file)) {
      LetterBench.letters(workplace)
          .discard(ReplayFilter.NONE, LetterBench.ALL, "T-7", saved, ReplayListener.NONE);
    }

    JsonNode line = new ObjectMapper().readTree(Files.readString(file));
    assertThat(line.at("/saved/actor").asText()).isEqualTo(ANNA);
    assertThat(line.at("/saved/by").asText()).isEqualTo("DISCARD");
  }

  @Test
  void whoIsNotKnownMayActAndTheTrailSaysThatNobodyKnows() {
    sts.on("GetCallerIdentity", 500, "<ErrorResponse/>");
    orders.held("O-1");

    carryOut(new Intervention.Settle(Settlement.COMPLETED));

    assertThat(workplace.clients().caller().doubt()).contains("STS did not answer");
    assertThat(trail()).map(TrailEntry::actor).containsExactly("unknown (STS did not answer)");
  }

  @Test
  void awsIsNotAskedWhoItIsWhereOtherServicesRunOnThisMachine() {
    try (Workplace here = orders.workplace()) {
      assertThat(here.clients().caller().doubt()).contains("STS has no --endpoint");
    }
  }

  @Test
  void ofTwoOperatorsAtOnceOneDecidesAndTheOtherIsToldWhatStands() throws Exception {
    sts.on("GetCallerIdentity", 200, IDENTITY);
    orders.held("O-1");
    CyclicBarrier start = new CyclicBarrier(2);

    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Callable<Change>> both =
          List.of(
              () -> settled(Settlement.COMPLETED, start),
              () -> settled(Settlement.RETRYABLE, start));
      List<Future<Change>> answers = threads.invokeAll(both, 60, TimeUnit.SECONDS);
      List<Change> changes = List.of(answers.get(0).get(), answers.get(1).get());

      assertThat(changes.stream().filter(Change.Done.class::isInstance)).hasSize(1);
      assertThat(changes.stream().filter(Change.Refused.class::isInstance)).hasSize(1);
    }
    assertThat(trail()).hasSize(1);
  }

  private Change settled(Settlement settlement, CyclicBarrier start) throws Exception {
    try (Workplace mine = workplace()) {
      RecordView view = seen(mine);
      start.await(60, TimeUnit.SECONDS);
      return new Interventions(mine).carryOut(new Intervention.Settle(settlement), view);
    }
  }

  private void carryOut(Intervention wanted) {
    assertThat(new Interventions(workplace, Optional.of("T-7")).carryOut(wanted, seen()))
        .isInstanceOf(Change.Done.class);
  }

  private List<TrailEntry> trail() {
    return seen().trail().orElseThrow();
  }

  private RecordView seen() {
    return seen(workplace);
  }

  private static RecordView seen(Workplace place) {
    return new Records(place)
        .view(Addresses.byId(place, Orders.id("O-1").value(), Optional.empty()));
  }
}
