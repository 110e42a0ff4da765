package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.model.Message;

/** What operators do from the console's pages, and what keeps them from doing anything else. */
class ConsoleActsTest extends LiveCommandTest {
  private static final String HOSTILE = "\"'><script>alert(1)</script><img src=x>";
  private static final String WRITE = "--write";

  @Test
  void aGroupIsReplayedFromTheOverviewToItsEnd() {
    bench.failed("O-1");
    bench.failed("O-2");
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));
    bench.sendDead("{");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String overview = console.page("overview").body();
      String groups = console.over(OpenConsole.found("href=\"(dead-letters\\?[^\"]+)\"", overview));
      String group =
          console
              .page(OpenConsole.found("href=\"([^\"]+)\">com.example.CardDeclined", groups))
              .body();
      String preview = console.page(act(group, "replay")).body();

      assertThat(preview)
          .containsSubsequence(
              "<h1>Replay 2 dead letters of orders</h1>",
              "<dd>2, as they were at <time>",
              "What arrives later isn't in it.",
              "com.example.CardDeclined at Pay.run:#",
              "<dt>Decision</dt><dd>REOPEN</dd>",
              "Its event failed for good. A replay lets it run again",
              "<dt>From</dt><dd>" + bench.queue + "-dead",
              "<dt>To</dt><dd>" + bench.queue,
              "At most 10 a second",
              "It will not name you, because STS has no --endpoint",
              "To confirm, type <code>2</code>",
              "effectively-once replay --consumer=orders --decision=REOPEN",
              "--reason=WHY");
      assertThat(confirmed(console, preview, "T-7"))
          .containsSubsequence(
              "<dt>Reopened and sent</dt><dd>2</dd>",
              "<dt>Ended</dt><dd>After the last letter</dd>",
              "<dt>Reason</dt><dd>T-7</dd>")
          .doesNotContain("Not found", "have changed");
      assertThat(bench.bodies(bench.url(bench.queue)))
          .containsExactlyInAnyOrder(Bench.body("O-1"), Bench.body("O-2"));
      assertThat(bench.bodies(bench.deadLetters())).containsExactly("{");
      assertThat(trail("O-1"))
          .extracting(TrailEntry::reason)
          .containsExactly(Optional.of("Reopened by a replay: T-7"));
      assertThat(console.page("acts").body())
          .containsSubsequence(
              "run?act=1\">Replay 2 dead letters of orders</a>",
              "Ended: After the last letter",
              "T-7");
    }
  }

  @Test
  void oneLetterIsReplayedFromItsPage() {
    String id = bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String letter = console.page("letter?consumer=orders&id=" + id).body();
      String preview = console.page(act(letter, "replay")).body();

      assertThat(preview)
          .contains(
              "<h1>Replay dead letter " + id + " of orders</h1>",
              "type <code>" + Bench.id("O-1").keyHash().substring(0, 8) + "</code>",
              "effectively-once replay --consumer=orders --id=" + id + " --reason=WHY");
      assertThat(confirmed(console, preview, "T-7")).contains("<dt>Sent</dt><dd>1</dd>");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
      assertThat(bench.bodies(bench.deadLetters())).containsExactly(Bench.body("O-2"));
    }
  }

  @Test
  void aLetterOfADoneEventIsOnlyDeleted() {
    bench.completed("O-1");
    String id = bench.sendDead(Bench.body("O-1"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = console.page("act?consumer=orders&verb=replay&id=" + id).body();

      assertThat(preview).contains("so a replay only deletes the message").doesNotContain("Rate");
      assertThat(confirmed(console, preview, "T-7"))
          .contains("<dt>Deleted, because their events are done</dt><dd>1</dd>");
      assertThat(bench.bodies(bench.deadLetters())).isEmpty();
      assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
    }
  }

  /** The place of a letter that went meanwhile is not the place of one that came. */
  @ParameterizedTest
  @ValueSource(strings = {"replay", "discard"})
  void aLetterThatArrivesBetweenPreviewAndConfirmationIsLeft(String verb) {
    String first = bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = groupPreview(console, first, verb);
      takeAway(Bench.body("O-2"));
      bench.sendDead(Bench.body("O-3"));

      assertThat(confirmed(console, preview, "T-7"))
          .containsPattern("<dt>(Sent|Discarded)</dt><dd>1</dd>")
          .contains("<dt>Not found: gone, or hidden by another reader</dt><dd>1</dd>")
          .doesNotContain("have changed");
      assertThat(bench.bodies(bench.deadLetters())).containsExactly(Bench.body("O-3"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"replay", "discard"})
  void lettersThatChangedOrWentSinceThePreviewAreLeftAndNamed(String verb) {
    IdempotencyRecord settled = bench.failed("O-1");
    IdempotencyRecord other = bench.failed("O-2");
    bench.failed("O-3");
    bench.failed("O-4");
    String decision = bench.sendDead(Bench.body("O-1"));
    String cause = bench.sendDead(Bench.body("O-2"));
    String gone = bench.sendDead(Bench.body("O-3"));
    bench.sendDead(Bench.body("O-4"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = groupPreview(console, decision, verb);
      bench.store().settle(settled, Settlement.COMPLETED, settled.stamp());
      failedOtherwise(other);
      takeAway(Bench.body("O-3"));

      assertThat(confirmed(console, preview, "T-7"))
          .contains(
              "<dt>Left, because they have changed</dt><dd>2</dd>",
              "<dt>Changed</dt><dd>" + decision + "</dd>",
              "<dt>Changed</dt><dd>" + cause + "</dd>",
              "<dt>Not found: gone, or hidden by another reader</dt><dd>1</dd>",
              "<dt>Not found</dt><dd>" + gone + "</dd>");
      assertThat(bench.bodies(bench.deadLetters()))
          .containsExactlyInAnyOrder(Bench.body("O-1"), Bench.body("O-2"));
      assertThat(bench.bodies(bench.url(bench.queue)))
          .isEqualTo(verb.equals("replay") ? List.of(Bench.body("O-4")) : List.of());
    }
  }

  private void failedOtherwise(IdempotencyRecord failed) {
    IdempotencyRecord again =
        Bench.written(bench.store().settle(failed, Settlement.RETRYABLE, failed.stamp()));
    IdempotencyRecord mine =
        Bench.written(
            bench
                .store()
                .takeOver(
                    again, Bench.claim("O-2", Clock.systemUTC().instant(), Optional.empty())));
    bench.store().fail(mine, new ErrorSummary("Another cause"), mine.stamp());
  }

  private void takeAway(String body) {
    List<Message> all =
        bench
            .sqs()
            .receiveMessage(it -> it.queueUrl(bench.deadLetters()).maxNumberOfMessages(10))
            .messages();
    for (Message it : all) {
      if (it.body().equals(body)) {
        bench
            .sqs()
            .deleteMessage(
                to -> to.queueUrl(bench.deadLetters()).receiptHandle(it.receiptHandle()));
      } else {
        bench
            .sqs()
            .changeMessageVisibility(
                to ->
                    to.queueUrl(bench.deadLetters())
                        .receiptHandle(it.receiptHandle())
                        .visibilityTimeout(0));
      }
    }
  }

  @Test
  void lettersAreDiscardedAfterTheyWereSaved() throws IOException {
    String first = bench.sendDead("{");
    String second = bench.sendDead("{");
    bench.sendDead(Bench.body("O-1"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = groupPreview(console, first, "discard");

      assertThat(preview)
          .contains(
              "<h1>Discard 2 dead letters of orders</h1>",
              "Each letter is saved with your reason, and then deleted.",
              bench.directory().resolve("dead-letters-of-orders.jsonl").toString(),
              "effectively-once dead-letters discard --consumer=orders --decision=UNREADABLE");
      assertThat(confirmed(console, preview, "Agreed with " + HOSTILE))
          .contains("<dt>Discarded</dt><dd>2</dd>", "&lt;script&gt;")
          .doesNotContain("<script", "<img");
      assertThat(bench.bodies(bench.deadLetters())).containsExactly(Bench.body("O-1"));
      assertThat(Files.readAllLines(bench.directory().resolve("dead-letters-of-orders.jsonl")))
          .hasSize(2)
          .allMatch(it -> it.contains("\"reason\":\"Agreed with "))
          .anyMatch(it -> it.contains(first))
          .anyMatch(it -> it.contains(second));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "held, settle&as=completed, COMPLETED, SETTLE, settle completed --record-id",
    "held, settle&as=retry, RETRYABLE, SETTLE, settle retry --record-id",
    "failed, acknowledge, FAILED, ACKNOWLEDGE, acknowledge --record-id",
    "failed, erase, FAILED, ERASE, erase --record-id"
  })
  void anEventIsDealtWithFromTheOverviewToItsEnd(
      String list, String verb, Status status, String action, String command) {
    bench.held("O-1");
    bench.failed("O-2");
    String key = list.equals("held") ? "O-1" : "O-2";
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String overview = console.page("overview").body();
      String records =
          console
              .page(OpenConsole.found("href=\"(records\\?[^\"]+list=" + list + ")\"", overview))
              .body();
      String event =
          console.page(OpenConsole.found("href=\"(event\\?record[^\"]+)\"", records)).body();
      String preview = console.page(act(event, verb)).body();

      assertThat(preview)
          .contains(
              "<dt>Changed since</dt><dd>If the record is not as shown by then",
              "What is written",
              "type <code>" + Bench.id(key).keyHash().substring(0, 8) + "</code>")
          .contains("effectively-once " + command.replace(" --record-id", " &#39;--record-id"));
      String over = confirmed(console, preview, "T-7 " + HOSTILE);
      assertThat(over)
          .contains("The record is now", "Look at the event", "T-7 &quot;&#39;&gt;&lt;script&gt;")
          .contains(Bench.id(key).value())
          .doesNotContain("<script", "<img", "com.example.CardDeclined");
      assertThat(bench.store().find(Bench.id(key)).orElseThrow().status()).isEqualTo(status);
      assertThat(trail(key))
          .singleElement()
          .matches(it -> it.action().equals(action))
          .matches(it -> it.reason().equals(Optional.of("T-7 " + HOSTILE)));
      assertThat(console.page("event?record=" + OpenConsole.record(key)).body())
          .contains("An operator: " + action);
    }
  }

  @ParameterizedTest
  @CsvSource({"completed, DONE", "retry, NOT_DONE"})
  void aStepIsSettled(String as, Step.State state) {
    bench.heldInStep("O-1");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String event = console.page("event?record=" + OpenConsole.record("O-1")).body();
      String preview = console.page(act(event, "settle&as=" + as + "&step=charge")).body();

      assertThat(event).doesNotContain("step=reserve");
      assertThat(preview).contains("settle " + as + " --step=charge", "step charge");
      confirmed(console, preview, "T-7");
      IdempotencyRecord now = bench.store().find(Bench.id("O-1")).orElseThrow();
      assertThat(now.status()).isEqualTo(Status.RETRYABLE);
      assertThat(now.step("charge").orElseThrow().state()).isEqualTo(state);
    }
  }

  @Test
  void aRecordThatAnotherOperatorChangesAfterThePreviewIsLeftAsItIs() {
    IdempotencyRecord held = bench.held("O-1");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = settlePreview(console, "completed");
      bench.store().settle(held, Settlement.RETRYABLE, held.stamp());

      assertThat(confirmed(console, preview, "T-7"))
          .contains("The record changed since it was shown: it is RETRYABLE now")
          .doesNotContain("may have happened");
      assertThat(bench.store().find(held.id()).orElseThrow().status()).isEqualTo(Status.RETRYABLE);
    }
  }

  @Test
  void aWriteWhoseAnswerIsLostIsNotTakenForUndone() {
    IdempotencyRecord held = bench.held("O-1");
    try (FaultyAws dynamoDb =
            new FaultyAws(
                LocalAws.dynamoDbEndpoint(), "TransactWriteItems", 1, FaultyAws.Last.UNANSWERED);
        OpenConsole console = OpenConsole.ofRecords(bench, dynamoDb, WRITE)) {
      String preview = settlePreview(console, "completed");

      assertThat(confirmed(console, preview, "T-7"))
          .contains("role=\"alert\"", "All or a part of it may have happened");
      assertThat(bench.store().find(held.id()).orElseThrow().status()).isEqualTo(Status.COMPLETED);
    }
  }

  @Test
  void aLetterWhoseSendingHasNoAnswerIsNotTakenForUnsent() {
    String id = bench.sendDead(Bench.body("O-1"));
    try (FaultyAws sqs =
            new FaultyAws(LocalAws.sqsEndpoint(), "SendMessage", 1, FaultyAws.Last.UNANSWERED);
        OpenConsole console = OpenConsole.ofLetters(bench, sqs, WRITE)) {
      String preview = groupPreview(console, id, "replay");

      assertThat(confirmed(console, preview, "T-7"))
          .contains(
              "<dt>Left, but may have arrived: SEND_FAILED</dt><dd>1</dd>",
              "<dt>Ended</dt><dd>Early: Sending to ");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
    }
  }

  @Test
  void aFormThatIsSentTwiceOrFromAnotherTabActsOnce() {
    bench.failed("O-1");
    String id = bench.sendDead(Bench.body("O-1"));
    Blocked first = new Blocked();
    try (FaultyAws sqs = first.of(LocalAws.sqsEndpoint(), "SendMessage");
        OpenConsole console = OpenConsole.ofLetters(bench, sqs, WRITE)) {
      String preview = groupPreview(console, id, "replay");
      Map<String, String> form = OpenConsole.filled(preview, "T-7");

      List<CompletableFuture<String>> sent =
          IntStream.range(0, 5)
              .mapToObj(
                  it -> CompletableFuture.supplyAsync(() -> location(console.form("act", form))))
              .toList();
      first.await();
      first.end();

      assertThat(sent).extracting(CompletableFuture::join).containsOnly("run?act=1");
      console.overAct("run?act=1");
      assertThat(location(console.form("act", form))).isEqualTo("run?act=1");
      assertThat(console.page("acts").body()).doesNotContain("run?act=2");
      assertThat(bench.bodies(bench.url(bench.queue))).hasSize(1);
      assertThat(trail("O-1")).hasSize(1);
    }
  }

  @Test
  void twoPreviewsOfTheSameLettersSendThemOnce() {
    String id = bench.sendDead(Bench.body("O-1"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String one = groupPreview(console, id, "replay");
      String another = groupPreview(console, id, "replay");

      assertThat(confirmed(console, one, "T-7")).contains("<dt>Sent</dt><dd>1</dd>");
      assertThat(confirmed(console, another, "T-8"))
          .contains("Not found: gone, or hidden by another reader</dt><dd>1</dd>");
      assertThat(bench.bodies(bench.url(bench.queue))).hasSize(1);
    }
  }

  @Test
  void ofTwoActsOnTheSameLettersPagesNameTheOneThatHoldsThem() {
    String id = bench.sendDead(Bench.body("O-1"));
    Blocked first = new Blocked();
    try (FaultyAws sqs = first.of(LocalAws.sqsEndpoint(), "SendMessage");
        OpenConsole console = OpenConsole.ofLetters(bench, sqs, WRITE)) {
      String one = groupPreview(console, id, "replay");
      String another = groupPreview(console, id, "replay");
      String holds = location(console.form("act", OpenConsole.filled(one, "T-7")));
      first.await();
      String waits = location(console.form("act", OpenConsole.filled(another, "T-8")));

      assertThat(console.page("dead-letters?consumer=orders").body())
          .contains("<a href=\"" + holds + "\">")
          .doesNotContain(waits);
      assertThat(console.page(waits).body()).contains("It waits until no look and no other act");
      first.end();
      console.overAct(waits);
    }
  }

  @Test
  void aFormWithoutTheTokenOfItsPreviewDoesNothing() {
    IdempotencyRecord held = bench.held("O-1");
    try (OpenConsole console = OpenConsole.of(bench, WRITE);
        OpenConsole another = OpenConsole.of(bench, WRITE)) {
      String word = OpenConsole.word(settlePreview(console, "completed"));
      String foreign = OpenConsole.token(settlePreview(another, "completed"));

      for (String token : List.of("", "x", foreign)) {
        for (String page : List.of("act", "stop")) {
          HttpResponse<String> answer =
              console.form(page, Map.of("token", token, "reason", "T-7", "word", word));

          assertThat(answer.statusCode()).isEqualTo(400);
          assertThat(answer.body())
              .contains("Nothing was done, because this form is not of a preview");
        }
      }
      assertThat(bench.store().find(held.id())).contains(held);
    }
  }

  @Test
  void ofManyPreviewsTheLastCanBeConfirmed() {
    IdempotencyRecord held = bench.held("O-1");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String first = settlePreview(console, "completed");
      IntStream.range(0, 19).forEach(it -> settlePreview(console, "retry"));
      String last = settlePreview(console, "retry");

      assertThat(console.form("act", OpenConsole.filled(first, "T-7")).statusCode()).isEqualTo(400);
      assertThat(bench.store().find(held.id())).contains(held);
      assertThat(confirmed(console, last, "T-7")).contains("RETRYABLE");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "T-7, 2, Nothing was done",
    "T-7, '', Nothing was done",
    "'', 1, The reason is blank",
    "' ', 1, The reason is blank",
    "CONTROL, 1, has control characters",
    "LONG, 1, longer than 490 characters"
  })
  void aWrongConfirmationOrReasonDoesNothingAndTheFormCanBeCorrected(
      String given, String word, String problem) {
    String id = bench.sendDead(Bench.body("O-1"));
    String reason =
        given.replace("LONG", "x".repeat(491)).replace("CONTROL", "<b>" + (char) 7 + "</b>");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = groupPreview(console, id, "replay");
      String token = OpenConsole.token(preview);

      HttpResponse<String> refused =
          console.form("act", Map.of("token", token, "reason", reason, "word", word));

      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body())
          .contains("role=\"alert\"", problem, "name=\"token\" value=\"" + token + "\"")
          .doesNotContain("<b>");
      assertThat(console.page("acts").body()).doesNotContain("run?act=");
      assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
      assertThat(confirmed(console, refused.body(), "T-7")).contains("<dt>Sent</dt><dd>1</dd>");
    }
  }

  @Test
  void anActIsStoppedHalfWayAndLeavesTheRest() {
    String one = bench.sendDead(30);
    Blocked first = new Blocked();
    try (FaultyAws sqs = first.of(LocalAws.sqsEndpoint(), "SendMessage");
        OpenConsole console = OpenConsole.ofLetters(bench, sqs, WRITE)) {
      String preview = groupPreview(console, one, "replay");
      String run = location(console.form("act", OpenConsole.filled(preview, "T-7")));
      first.await();

      HttpResponse<String> going = console.page(run);
      assertThat(going.headers().firstValue("Refresh")).contains("2");
      assertThat(going.body())
          .containsPattern("role=\"status\">\\d+ of 30, [0-9.]+ a second")
          .contains("<form method=\"post\" action=\"stop\">");
      assertThat(console.page("dead-letters?consumer=orders").body())
          .contains("An act holds these dead letters", "<a href=\"run?act=1\">Replay 30 dead");
      assertThat(console.page("letter?consumer=orders&id=" + one).body())
          .contains("An act holds these dead letters");
      assertThat(console.page("act?consumer=orders&verb=replay&id=" + one).body())
          .contains("or an act on them, hides this one");
      assertThat(location(console.form("stop", Map.of("token", OpenConsole.token(going.body())))))
          .isEqualTo(run);
      first.end();

      assertThat(console.overAct(run))
          .containsPattern("<dt>Sent</dt><dd>([1-9]|10)</dd>")
          .containsPattern("<dt>Not reached</dt><dd>2\\d</dd>")
          .contains("<dt>Ended</dt><dd>Stopped: what was begun is ended");
      assertThat(console.page("acts").body()).contains("Ended: Stopped: what was begun is ended");
    }
    assertSharedOut();
  }

  @Test
  void theEndOfTheCommandStopsAnActInOrderAndTellsWhatBecameOfIt() {
    String one = bench.sendDead(30);
    Blocked first = new Blocked();
    try (FaultyAws sqs = first.of(LocalAws.sqsEndpoint(), "SendMessage");
        OpenConsole console = OpenConsole.ofLetters(bench, sqs, WRITE)) {
      console.form("act", OpenConsole.filled(groupPreview(console, one, "replay"), "T-7"));
      first.await();

      console.interrupt();
      console.awaitErr("Replay 30 dead letters of orders: It is being stopped");
      first.end();

      assertThat(console.exitCode()).isZero();
      assertThat(console.err())
          .containsPattern("Replay 30 dead letters of orders: It is over; Sent: \\d+; Not reached")
          .doesNotContain("Exception");
    }
    assertSharedOut();
  }

  @Test
  void aWriteThatLosesItsAnswerWhileTheCommandEndsIsNotTakenForUndone() {
    IdempotencyRecord held = bench.held("O-1");
    Blocked write = new Blocked();
    try (FaultyAws dynamoDb =
            write.of(
                LocalAws.dynamoDbEndpoint(), "TransactWriteItems", 1, FaultyAws.Last.UNANSWERED);
        OpenConsole console = OpenConsole.ofRecords(bench, dynamoDb, WRITE)) {
      console.form("act", OpenConsole.filled(settlePreview(console, "completed"), "T-7"));
      write.await();

      console.interrupt();
      console.awaitErr("Settle as COMPLETED: It is being stopped");
      write.end();

      assertThat(console.exitCode()).isZero();
      assertThat(console.err())
          .containsPattern("Settle as COMPLETED: .*All or a part of it may have happened");
      assertThat(bench.store().find(held.id()).orElseThrow().status()).isEqualTo(Status.COMPLETED);
    }
  }

  @Test
  void theEndOfTheCommandStopsAnActThoughARequestIsStillAnswered() {
    bench.held("O-1");
    String id = bench.sendDead(Bench.body("O-2"));
    Blocked write = new Blocked();
    Blocked receive = new Blocked();
    try (FaultyAws dynamoDb = write.of(LocalAws.dynamoDbEndpoint(), "TransactWriteItems");
        FaultyAws sqs = receive.of(LocalAws.sqsEndpoint(), "ReceiveMessage");
        OpenConsole console = OpenConsole.of(bench, sqs.endpoint(), dynamoDb.endpoint(), WRITE)) {
      console.form("act", OpenConsole.filled(settlePreview(console, "completed"), "T-7"));
      write.await();
      CompletableFuture<HttpResponse<String>> search =
          console.begin("letter?consumer=orders&id=" + id);
      receive.await();

      console.interrupt();
      console.awaitErr("Settle as COMPLETED: It is being stopped");
      assertThat(search).isNotDone();
      receive.end();
      write.end();

      assertThat(console.exitCode()).isZero();
      assertThat(console.err())
          .contains("Settle as COMPLETED: It is over; The record is now: COMPLETED");
    }
  }

  /** What was sent is no dead letter any more, and the others are seen by everybody. */
  private void assertSharedOut() {
    int sent = bench.bodies(bench.url(bench.queue)).size();
    assertThat(sent).isBetween(1, 10);
    assertThat(bench.bodies(bench.deadLetters())).hasSize(30 - sent);
  }

  @Test
  void anActThatWaitsForALookIsStoppedBeforeItBegins() {
    String id = bench.sendDead(Bench.body("O-1"));
    Blocked second = new Blocked();
    try (FaultyAws dynamoDb = second.of(LocalAws.dynamoDbEndpoint(), "GetItem", 2);
        OpenConsole console = OpenConsole.ofRecords(bench, dynamoDb, WRITE)) {
      String preview = groupPreview(console, id, "replay");
      console.page("dead-letters?consumer=orders&look=again");
      second.await();

      String run = location(console.form("act", OpenConsole.filled(preview, "T-7")));
      // This page has the patience of seconds: an act that does not wait has begun meanwhile.
      assertThat(console.page("dead-letters?consumer=orders").body())
          .contains("The look is going on", "An act holds these dead letters");
      assertThat(console.page(run).body()).contains("It waits until no look and no other act");
      console.form("stop", Map.of("token", OpenConsole.token(preview)));

      assertThat(console.overAct(run))
          .contains("It was stopped before it began: nothing was changed")
          .doesNotContain("may have happened");
      second.end();
      assertThat(console.over("dead-letters?consumer=orders")).contains("1 dead letters in");
    }
    assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
  }

  @Test
  void whatAReplayLeavesIsNotOfferedToIt() {
    bench.held("O-1");
    String id = bench.sendDead(Bench.body("O-1"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String letter = console.page("letter?consumer=orders&id=" + id).body();

      assertThat(letter).contains("verb=discard").doesNotContain("verb=replay");
      assertThat(console.page("act?consumer=orders&verb=replay&id=" + id).body())
          .contains("nobody knows whether its effect happened");
      assertThat(console.page("act?verb=forget&record=" + OpenConsole.record("O-1")).statusCode())
          .isEqualTo(400);
      assertThat(
              console
                  .page("act?verb=settle&as=other&record=" + OpenConsole.record("O-1"))
                  .statusCode())
          .isEqualTo(400);
      assertThat(
              console.page("act?verb=settle&as=retry&record=" + OpenConsole.record("O-9")).body())
          .contains("There is no record");
    }
  }

  @Test
  void withoutWriteNoPageHasAFormOrALinkToAnAct() {
    bench.held("O-1");
    String id = bench.sendDead(Bench.body("O-2"));
    try (OpenConsole console = OpenConsole.of(bench)) {
      for (String page :
          List.of(
              "overview",
              "letters?consumer=orders&like=" + id,
              "letter?consumer=orders&id=" + id,
              "records?consumer=orders&list=held",
              "event?record=" + OpenConsole.record("O-1"))) {
        console.over("dead-letters?consumer=orders");
        assertThat(console.page(page).body()).doesNotContain("method=\"post\"", "act?", "\"acts\"");
      }
    }
  }

  @Test
  void aHostileCauseIsTextInAPreviewAndAnAct() {
    IdempotencyRecord mine = bench.claimed("O-1");
    bench.store().fail(mine, new ErrorSummary("Declined" + HOSTILE), mine.stamp());
    String id = bench.sendDead(Bench.body("O-1"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = groupPreview(console, id, "replay");

      for (String page :
          List.of(
              preview,
              confirmed(console, preview, HOSTILE),
              console.page("acts").body(),
              console.page("act?verb=%3Cscript%3E&record=%3Cscript%3E").body(),
              console.page("run?act=%3Cscript%3E").body())) {
        assertThat(page).doesNotContain("<script", "<img").doesNotContainPattern("=\"[^\"<>]*<");
      }
      assertThat(bench.bodies(bench.url(bench.queue))).hasSize(1);
    }
  }

  private static String groupPreview(OpenConsole console, String like, String verb) {
    console.over("dead-letters?consumer=orders");
    return console.page("act?consumer=orders&like=" + like + "&verb=" + verb).body();
  }

  private static String settlePreview(OpenConsole console, String as) {
    return console.page("act?verb=settle&as=" + as + "&record=" + OpenConsole.record("O-1")).body();
  }

  /** Confirms a preview as it asks for it, and returns the page of the act when it is over. */
  private static String confirmed(OpenConsole console, String preview, String reason) {
    return console.overAct(location(console.form("act", OpenConsole.filled(preview, reason))));
  }

  private static String location(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** Returns the link of a page to an act. */
  private static String act(String page, String verb) {
    return page.lines()
        .flatMap(it -> List.of(it.split("href=\"", -1)).stream())
        .map(it -> it.split("\"", 2)[0].replace("&amp;", "&"))
        .filter(it -> it.startsWith("act?"))
        .filter(it -> it.contains("verb=" + verb.split("&", 2)[0]))
        .filter(it -> !verb.contains("&") || (it + "&").contains("&" + verb.split("&", 2)[1] + "&"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No link to " + verb + " on: " + page));
  }

  private List<TrailEntry> trail(String key) {
    return bench.store().trail().orElseThrow().entries(Bench.id(key));
  }
}
