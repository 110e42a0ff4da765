package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.Edit;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.Resend;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunEnd;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;

/** Exporting, discarding and resending; and the process that does it dies at each step. */
class LetterWorkTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();

  private static final int ALL = ReplayRequest.UNLIMITED;

  private Orders orders;
  private Path file;

  @BeforeEach
  void open(@TempDir Path directory) {
    orders = new Orders(AWS.running(), directory, Clock.systemUTC());
    file = directory.resolve("letters.jsonl");
  }

  @Test
  void anExportHasAllThatIsNeededToSendALetterAgainAndNobodyElseReadsIt() throws IOException {
    String id = orders.sendDead(Orders.body("O-1"));
    orders.failed("O-1");

    WorkResult result = export();

    assertThat(result.done()).isEqualTo(1);
    JsonNode line = lines().getFirst();
    assertThat(line.path("MessageId").asText()).isEqualTo(id);
    assertThat(line.path("Body").asText()).isEqualTo(Orders.body("O-1"));
    assertThat(line.path("Attributes").has("SentTimestamp")).isTrue();
    assertThat(line.path("saved").path("error").asText()).isEqualTo(Orders.WHY.text());
    assertThat(line.path("saved").path("replayWould").asText()).isEqualTo("REOPEN");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(orders.bodies(orders.deadLetters())).hasSize(1);
  }

  @Test
  void aLetterThatIsInTheFileIsNotAddedTwice() throws IOException {
    orders.sendDead(Orders.body("O-1"));
    export();
    orders.sendDead(Orders.body("O-2"));

    WorkResult again = export();

    assertThat(again.saved()).isEqualTo(1);
    assertThat(again.known()).isEqualTo(1);
    assertThat(lines()).hasSize(2);
  }

  @Test
  void aLineThatACrashHasCutOffIsTakenAwayAndWrittenAgain() throws IOException {
    orders.sendDead(Orders.body("O-1"));
    export();
    String whole = Files.readString(file);
    orders.sendDead(Orders.body("O-2"));
    Files.writeString(file, whole.substring(0, 40), StandardOpenOption.APPEND);

    export();

    assertThat(lines()).hasSize(2);
    assertThat(Files.readString(file)).startsWith(whole);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"consumers\":[]}\n", "{\"consumers\":[]}", "a\nb"})
  void aFileOfSomethingElseIsLeftAsItIs(String content) throws IOException {
    Files.writeString(file, content);
    orders.sendDead(Orders.body("O-1"));

    assertThatThrownBy(this::export)
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("holds something else than dead letters");
    assertThat(Files.readString(file)).isEqualTo(content);
  }

  @Test
  void twoCommandsDoNotWriteIntoOneFile() {
    LetterFile other = LetterFile.open(file);
    assertThatThrownBy(() -> LetterFile.open(file)).hasMessageContaining("Another command writes");
    other.close();
    LetterFile.open(file).close();
  }

  @Test
  void aLetterAsLongAsTheEngineTakesIsSavedAndDiscarded() throws IOException {
    String body = Orders.body("O-1").replace("C-1", "C".repeat(250_000));
    orders.sendDead(body);

    assertThat(discard(orders.aws.sqsEndpoint(), file).done()).isEqualTo(1);
    assertThat(lines().getFirst().path("Body").asText()).isEqualTo(body);
  }

  @ParameterizedTest
  @CsvSource({
    "DeleteMessage,1,REFUSED",
    "DeleteMessage,1,UNANSWERED",
    "DeleteMessage,7,REFUSED",
    "DeleteMessage,7,UNANSWERED",
    "ReceiveMessage,1,REFUSED",
    "ReceiveMessage,1,UNANSWERED",
    "ReceiveMessage,2,REFUSED",
    "GetQueueAttributes,3,REFUSED"
  })
  void aDiscardThatDiesAtAnyStepLosesNothingAndTheNextOneEndsIt(
      String verb, int call, FaultyAws.Last last) throws IOException {
    List<String> bodies = IntStream.range(0, 25).mapToObj(i -> Orders.body("O-" + i)).toList();
    bodies.forEach(orders::sendDead);

    try (FaultyAws aws = new FaultyAws(orders.aws.sqsEndpoint(), verb, call, last)) {
      dying(() -> discard(aws.endpoint(), file));
      assertThat(aws.isBroken()).isTrue();
      hidingEnds(aws);
    }
    List<String> somewhere = new ArrayList<>(orders.bodies(orders.deadLetters()));
    if (Files.exists(file)) {
      lines().forEach(line -> somewhere.add(line.path("Body").asText()));
    }
    // A receive whose answer is lost hides ten letters for five minutes, and loses none.
    if (!(verb.equals("ReceiveMessage") && last == FaultyAws.Last.UNANSWERED)) {
      assertThat(somewhere).containsAll(bodies);
      discard(orders.aws.sqsEndpoint(), file);
      assertThat(orders.bodies(orders.deadLetters())).isEmpty();
      assertThat(lines())
          .map(line -> line.path("Body").asText())
          .containsExactlyInAnyOrderElementsOf(bodies);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SendMessage,1,REFUSED",
    "SendMessage,1,UNANSWERED",
    "DeleteMessage,1,REFUSED",
    "DeleteMessage,1,UNANSWERED"
  })
  void aResendThatDiesAtAnyStepLosesNothingAndACopyIsOfTheSameEvent(
      String verb, int call, FaultyAws.Last last) throws IOException {
    String id = orders.sendDead("{\"customerId\":\"C-1\",\"totalCents\":1250}");
    Resend corrected = resend(id, Optional.of(Orders.body("O-1")), Resend.Key.SAME);

    try (FaultyAws aws = new FaultyAws(orders.aws.sqsEndpoint(), verb, call, last)) {
      dying(() -> resend(corrected, aws.endpoint()));
      assertThat(aws.isBroken()).isTrue();
      hidingEnds(aws);
    }
    assertThat(lines()).hasSize(1);
    boolean isDone = verb.equals("DeleteMessage") && last == FaultyAws.Last.UNANSWERED;
    assertThat(orders.bodies(orders.deadLetters())).hasSize(isDone ? 0 : 1);
    if (!isDone) {
      resend(corrected, orders.aws.sqsEndpoint());
    }

    assertThat(orders.bodies(orders.deadLetters())).isEmpty();
    assertThat(orders.bodies(orders.url(orders.queue)))
        .hasSizeBetween(1, 2)
        .containsOnly(Orders.body("O-1"));
    assertThat(lines()).hasSize(1);
    assertThat(lines().getFirst().path("copy").path("Body").asText()).isEqualTo(Orders.body("O-1"));
  }

  @Test
  void credentialsThatExpireHalfWayEndTheWorkAndWhatWasDoneIsSaid() {
    IntStream.range(0, 25).forEach(i -> orders.sendDead(Orders.body("O-" + i)));

    try (FaultyAws aws =
        new FaultyAws(orders.aws.sqsEndpoint(), "DeleteMessage", 12, FaultyAws.Last.REFUSED)) {
      WorkResult result = discard(aws.endpoint(), file);

      assertThat(result.pass().report().end()).isEqualTo(RunEnd.FAULT);
      assertThat(result.pass().report().problem().orElseThrow()).contains("ExpiredToken");
      hidingEnds(aws);
      assertThat(result.done()).isEqualTo(11);
      assertThat(result.failed()).isPositive();
      assertThat(orders.bodies(orders.deadLetters())).hasSize(14);
    }
  }

  @Test
  void aTableThatIsThrottledIsTold() {
    orders.sendDead(Orders.body("O-1"));
    String throttled =
        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException\","
            + "\"message\":\"slow down\"}";

    try (FaultyAws table =
            new FaultyAws(orders.aws.dynamoDbEndpoint(), "", 1, FaultyAws.Last.REFUSED)
                .refusing(400, throttled);
        Workplace workplace = orders.workplace(orders.aws.sqsEndpoint(), table.endpoint());
        LetterFile saved = LetterFile.open(file)) {
      WorkResult result =
          letters(workplace).discard(ReplayFilter.NONE, ALL, "why", saved, ReplayListener.NONE);

      assertThat(result.pass().report().end()).isEqualTo(RunEnd.FAULT);
      assertThat(result.left()).isEqualTo(1);
    }
    assertThat(orders.bodies(orders.deadLetters())).hasSize(1);
  }

  @Test
  void twoOperatorsWhoDiscardAtOnceSaveEachLetterAndDeleteIt(@TempDir Path other)
      throws IOException {
    List<String> bodies = IntStream.range(0, 120).mapToObj(i -> Orders.body("O-" + i)).toList();
    bodies.forEach(orders::sendDead);
    Path second = other.resolve("letters.jsonl");

    CompletableFuture<WorkResult> one =
        CompletableFuture.supplyAsync(() -> discard(orders.aws.sqsEndpoint(), file));
    CompletableFuture<WorkResult> two =
        CompletableFuture.supplyAsync(() -> discard(orders.aws.sqsEndpoint(), second));

    assertThat(one.join().done() + two.join().done()).isEqualTo(120);
    assertThat(orders.bodies(orders.deadLetters())).isEmpty();
    List<String> saved = new ArrayList<>(Files.readAllLines(file));
    saved.addAll(Files.readAllLines(second));
    assertThat(saved).hasSize(120);
  }

  @Test
  void anotherKeyIsRefusedWithBothHashesUnlessItIsAskedFor() {
    String id = orders.sendDead(Orders.body("O-1"));

    try (Workplace workplace = orders.workplace()) {
      Resend same = resend(id, Optional.of(Orders.body("O-2")), Resend.Key.SAME);
      assertThat(
              letters(workplace)
                  .preview(same, ReplayListener.NONE)
                  .refusal()
                  .orElseThrow()
                  .problem())
          .contains(Orders.id("O-1").keyHash(), Orders.id("O-2").keyHash());
      Resend any = resend(id, Optional.of(Orders.body("O-2")), Resend.Key.ANY);
      assertThat(letters(workplace).preview(any, ReplayListener.NONE).refusal()).isEmpty();
    }
  }

  @Test
  void whatWouldComeStraightBackIsRefused() {
    orders.completed("O-1");
    orders.held("O-2");
    String done = orders.sendDead(Orders.body("O-1"));
    String held = orders.sendDead(Orders.body("O-2"));
    String reused = orders.sendDead(Orders.body("O-1").replace("1250", "1251"));
    String garbled = orders.sendDead("not json");

    assertThat(refusal(done)).contains("The event is done");
    assertThat(refusal(held)).contains("its record is held");
    assertThat(refusal(reused)).contains("contradicts the record");
    assertThat(refusal(garbled)).contains("can't use this message");
    assertThat(refusal("no-such-id")).contains("shows no dead letter no-such-id");
  }

  @Test
  void aFailedRecordIsReopenedByAResendAsByAReplay() {
    orders.failed("O-1");
    String id = orders.sendDead(Orders.body("O-1"));

    WorkResult result =
        resend(resend(id, Optional.empty(), Resend.Key.SAME), orders.aws.sqsEndpoint());

    assertThat(result.done()).isEqualTo(1);
    assertThat(orders.store().find(Orders.id("O-1")).orElseThrow().status().name())
        .isEqualTo("RETRYABLE");
  }

  private String refusal(String id) {
    try (Workplace workplace = orders.workplace()) {
      Resend resend = resend(id, Optional.empty(), Resend.Key.SAME);
      return letters(workplace)
          .preview(resend, ReplayListener.NONE)
          .refusal()
          .orElseThrow()
          .problem();
    } catch (OperationException e) {
      return e.problem();
    }
  }

  private static Resend resend(String id, Optional<String> body, Resend.Key key) {
    return new Resend(id, new Edit(body, Set.of()), key, Force.OFF);
  }

  private WorkResult resend(Resend resend, URI sqs) {
    try (Workplace workplace = orders.workplace(sqs, orders.aws.dynamoDbEndpoint());
        LetterFile saved = LetterFile.open(file)) {
      return letters(workplace).resend(resend, Optional.empty(), saved, ReplayListener.NONE);
    }
  }

  private WorkResult discard(URI sqs, Path to) {
    try (Workplace workplace = orders.workplace(sqs, orders.aws.dynamoDbEndpoint());
        LetterFile saved = LetterFile.open(to)) {
      return letters(workplace).discard(ReplayFilter.NONE, ALL, "why", saved, ReplayListener.NONE);
    }
  }

  private WorkResult export() {
    try (Workplace workplace = orders.workplace();
        LetterFile saved = LetterFile.open(file)) {
      return letters(workplace).export(ReplayFilter.NONE, ALL, saved, ReplayListener.NONE);
    }
  }

  private static DeadLetters letters(Workplace workplace) {
    return DeadLetters.of(workplace.consumer("orders"), workplace);
  }

  private static void dying(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      // It died before it could report.
    }
  }

  /** Five minutes pass, and what was received is visible again. */
  private void hidingEnds(FaultyAws aws) {
    for (String receipt : Set.copyOf(aws.receipts())) {
      ChangeMessageVisibilityBatchRequestEntry entry =
          ChangeMessageVisibilityBatchRequestEntry.builder()
              .id("1")
              .receiptHandle(receipt)
              .visibilityTimeout(0)
              .build();
      orders
          .aws
          .sqs()
          .changeMessageVisibilityBatch(
              request -> request.queueUrl(orders.deadLetters()).entries(entry));
    }
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      all.add(new ObjectMapper().readTree(line));
    }
    return all;
  }
}
