package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.StubAws;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the console's pages show. */
class ConsolePagesTest extends LiveCommandTest {
  private static final String HOSTILE =
      "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&lt;{}\u001b[31m\u202e";

  @Test
  void theOverviewBeginsWithWhatNeedsSomebody() {
    bench.sendDead(Bench.body("O-1"));
    bench.held("O-2");
    bench.failed("O-3");
    bench.halfDone("O-4", Clock.systemUTC().instant());

    try (OpenConsole console = OpenConsole.of(bench)) {
      String page = console.page("overview").body();

      assertThat(page)
          .containsSubsequence(
              "<h1>Overview</h1>",
              "As of <time>",
              "What needs your attention",
              "<li>orders: <a href=\"dead-letters?consumer=orders\">1 dead letter</a>",
              "<a href=\"records?consumer=orders&amp;list=held\">1 held record</a>",
              "<a href=\"records?consumer=orders&amp;list=failed\">1 failed record</a>",
              "<a href=\"records?consumer=orders&amp;list=halfdone\">1 half-done record</a>",
              "<caption>Now</caption>",
              "Records that are listed",
              "Not known",
              "effectively-once status --endpoint=sqs=");
    }
  }

  @Test
  void theOverviewShowsAlarmsAndWhatTheFunctionDoes() {
    try (StubAws stub = new StubAws()) {
      Deployed.consumer(stub, "orders", bench.table);
      stub.on("DescribeAlarms", 200, Deployed.ALARMS)
          .on("GetMetricData", 200, Deployed.metrics(List.of("errors 4")))
          .before();
      stub.but("\"State\":\"Enabled\"", "\"State\":\"Disabled\"");
      bench.write("outputs.json", "{\"Shop\":{}}");
      try (OpenConsole console =
          OpenConsole.started(
              bench, "--stack=Shop", "--outputs=outputs.json", "--endpoint=" + stub.endpoint())) {
        console.open();

        assertThat(console.page("overview").body())
            .contains(
                "Effectively Once: Shop",
                "Alarm <strong class=\"bad\">Shop-OrdersErrorsAlarm</strong> since"
                    + " <time>2026-01-02T03:01:00Z</time>",
                "orders: its event source is Disabled",
                "<td>ENFORCE</td>");
      }
    }
  }

  @Test
  void whatCantBeReadIsNotTakenForNothing() {
    try (OpenConsole console =
        OpenConsole.started(
            bench, "--endpoint=sqs=http://127.0.0.1:1", "--endpoint=dynamodb=http://127.0.0.1:1")) {
      console.open();

      assertThat(console.page("overview").body())
          .contains(
              "Nothing of what could be read needs your attention",
              "Not known",
              "the records of orders")
          .contains("Nothing answers at http://127.0.0.1:1");
      assertThat(console.over("dead-letters?consumer=orders")).contains("Nothing answers at");
      HttpResponse<String> event = console.page("event?record=" + OpenConsole.record("O-1"));
      assertThat(event.statusCode()).isEqualTo(502);
      assertThat(event.body()).contains("role=\"alert\"");
    }
  }

  @Test
  void aListedRecordThatCantBeReadIsNotKnown() {
    bench.ofLaterRelease("O-1");

    try (OpenConsole console = OpenConsole.of(bench)) {
      assertThat(console.page("overview").body())
          .containsSubsequence(
              "Nothing of what could be read needs your attention",
              "Not known",
              "1 of the listed records of orders: ",
              "inspect --list=all");
    }
  }

  @Test
  void moreListedRecordsThanAreCountedHideNoKind() {
    IntStream.range(0, 200).forEach(i -> bench.failed("O-" + i));
    IdempotencyRecord last = bench.claimed("LAST", Clock.systemUTC().instant(), Optional.empty());
    bench.store().hold(last, Bench.WHY, last.stamp());

    try (OpenConsole console = OpenConsole.of(bench)) {
      String held = "<a href=\"records?consumer=orders&amp;list=held\">";
      String page = console.page("overview").body();

      assertThat(page)
          .containsSubsequence(
              "list=failed\">200 or more failed records</a>",
              "orders: 200 or more records are listed, so some may be missing here: see " + held,
              "Records that are listed",
              held + "0 or more</a>",
              "list=failed\">200 or more</a>");
      assertThat(console.page("records?consumer=orders&list=held").body()).contains("1 record");
    }
  }

  @Test
  void whatLambdaGaveUpHasNoPageOfLetters() {
    try (StubAws stub = new StubAws()) {
      Deployed.consumer(stub, "closing", bench.table);
      stub.before();
      bench.write(
          "effectively-once.json",
          "{\"consumers\":[{\"name\":\"closing\",\"function\":\"closing\",\"table\":\"%s\",\"key\":\"/day\"}]}"
              .formatted(bench.table));
      try (OpenConsole console = OpenConsole.started(bench, "--endpoint=" + stub.endpoint())) {
        console.open();

        assertThat(console.page("overview").body())
            .contains(
                "<li>closing: 1 dead letter in closing-given-up: read them in the SQS console</li>",
                "<th scope=\"row\">closing</th>")
            .doesNotContain("dead-letters?consumer=closing");
      }
    }
  }

  @Test
  void deadLettersAreGroupedByCauseAndDecisionAndLeadToEachLetter() {
    bench.failed("O-1");
    bench.failed("O-2");
    bench.held("O-3");
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));
    bench.sendDead(Bench.body("O-3"));
    String broken = bench.sendDead("{");

    try (OpenConsole console = OpenConsole.of(bench)) {
      String groups = console.over("dead-letters?consumer=orders");

      assertThat(groups)
          .contains("4 dead letters in " + bench.queue + "-dead")
          .containsPattern(
              "com.example.CardDeclined at Pay.run:#</a></th><td>2</td>\n<td>REOPEN</td>")
          .contains("<td>1</td>\n<td><strong class=\"bad\">HELD</strong></td>")
          .contains("<strong class=\"bad\">UNREADABLE</strong>")
          .contains("effectively-once dead-letters --summary --consumer=orders");
      assertThat(console.page("letters?consumer=orders&like=" + broken).body())
          .contains("All are shown: 1 letter.", "it can&#39;t be read or has no key", broken);
      assertThat(bench.bodies(bench.deadLetters())).hasSize(4);
      assertThat(console.page("letter?consumer=orders&id=" + broken).body())
          .contains("<pre><code>{</code></pre>", "dead-letters show " + broken);
    }
  }

  @Test
  void aLookShowsTheSameUntilSomebodyLooksAgain() {
    bench.sendDead(Bench.body("O-1"));

    try (OpenConsole console = OpenConsole.of(bench)) {
      console.over("dead-letters?consumer=orders");
      bench.sendDead(Bench.body("O-2"));

      assertThat(console.over("dead-letters?consumer=orders")).contains("1 dead letters in");
      console.page("dead-letters?consumer=orders&look=again");
      assertThat(console.over("dead-letters?consumer=orders")).contains("2 dead letters in");
    }
  }

  @Test
  void ofALargeGroupTheFirstLettersAreShown() {
    IntStream.range(0, 51).forEach(i -> bench.sendDead("{"));
    String one = bench.sendDead("{");

    try (OpenConsole console = OpenConsole.of(bench)) {
      String groups = console.over("dead-letters?consumer=orders");
      String like =
          groups.replaceAll("(?s).*(letters\\?consumer=orders)&amp;(like=[^\"]+).*", "$1&$2");

      assertThat(groups).contains("52 dead letters in");
      assertThat(console.page(like).body())
          .contains("The first 50 of 52 are shown. The command below lists all.")
          .contains("dead-letters --consumer=orders");
      assertThat(console.page("letter?consumer=orders&id=" + one).body()).contains(one);
    }
  }

  @Test
  void aLookThatTakesLongShowsHowFarItIsAndEndsInOrderWhenItIsStopped() {
    bench.sendDead(30);
    Blocked first = new Blocked();
    try (FaultyAws dynamoDb = first.of(LocalAws.dynamoDbEndpoint(), "GetItem");
        OpenConsole console = OpenConsole.ofRecords(bench, dynamoDb)) {
      String page = console.page("dead-letters?consumer=orders").body();
      while (!page.contains(" of about 30 so far")) {
        assertThat(page).contains("The look is going on: ");
        page = console.page("dead-letters?consumer=orders").body();
      }

      first.await();
      assertThat(page).contains("look=stop\">Stop it</a>");
      assertThat(console.page("overview").body())
          .containsPattern(">30 dead letters</a>; a look or a replay hides [1-9][0-9]* of them")
          .containsPattern("<strong class=\"bad\">[0-9]+, [1-9][0-9]* hidden</strong>");
      assertThat(console.page("letter?consumer=orders&id=x").body())
          .contains("Another look at the dead letters of orders is going on")
          .contains("<a href=\"letter?consumer=orders&amp;id=x&amp;look=stop\">stop it</a>");
      console.page("dead-letters?consumer=orders&look=stop");
      first.end();
      assertThat(console.over("dead-letters?consumer=orders"))
          .contains("Interrupted: what was received is given back");
    }
    assertThat(bench.bodies(bench.deadLetters())).hasSize(30);
  }

  @Test
  void aSearchForALetterIsStoppedByTheLinkOfThePageThatItBlocks() {
    bench.sendDead(30);
    Blocked first = new Blocked();
    try (FaultyAws sqs = first.of(LocalAws.sqsEndpoint(), "ReceiveMessage");
        OpenConsole console = OpenConsole.ofLetters(bench, sqs)) {
      CompletableFuture<HttpResponse<String>> search = console.begin("letter?consumer=orders&id=x");
      first.await();

      assertThat(console.page("dead-letters?consumer=orders").body())
          .contains("The look is going on: 0 letters so far");
      assertThat(console.page("letter?consumer=orders&id=x").body())
          .contains("letter?consumer=orders&amp;id=x&amp;look=stop");
      assertThat(console.begin("letter?consumer=orders&id=x&look=stop").join().statusCode())
          .isEqualTo(303);
      assertThat(console.over("dead-letters?consumer=orders"))
          .contains("The look was stopped", "Use Look again")
          .doesNotContain("Run the command again");
      first.end();
      assertThat(search.join().body()).contains("The search was stopped");
      console.page("dead-letters?consumer=orders&look=again");
      assertThat(console.over("dead-letters?consumer=orders")).contains("30 dead letters in");
    }
  }

  @Test
  void aLookThatIsStoppedWhileItAsksForItsQueuesBlamesNoNetwork() {
    Blocked first = new Blocked();
    try (FaultyAws sqs = first.of(LocalAws.sqsEndpoint(), "GetQueueUrl");
        OpenConsole console = OpenConsole.ofLetters(bench, sqs)) {
      assertThat(console.page("dead-letters?consumer=orders").body())
          .contains("The look is going on: 0 letters so far");
      first.await();

      console.page("dead-letters?consumer=orders&look=stop");
      first.end();

      assertThat(console.over("dead-letters?consumer=orders"))
          .contains("The look was stopped", "Use Look again");
    }
  }

  @Test
  void theEndOfTheCommandGivesBackWhatALookHolds() {
    endsInOrderWhile("dead-letters?consumer=orders");
  }

  @Test
  void theEndOfTheCommandGivesBackWhatASearchHolds() {
    endsInOrderWhile("letter?consumer=orders&id=" + bench.sendDead(Bench.body("O-30")));
  }

  private void endsInOrderWhile(String page) {
    bench.sendDead(30);
    int sent = bench.bodies(bench.deadLetters()).size();
    Blocked first = new Blocked();
    try (FaultyAws dynamoDb = first.of(LocalAws.dynamoDbEndpoint(), "GetItem");
        OpenConsole console = OpenConsole.ofRecords(bench, dynamoDb)) {
      CompletableFuture<HttpResponse<String>> asked = console.begin(page);
      first.await();

      console.interrupt();
      first.end();

      assertThat(console.exitCode()).isZero();
      assertThat(console.err()).doesNotContain("Exception");
      assertThat(bench.bodies(bench.deadLetters())).hasSize(sent);
      assertThat(asked.handle((answer, lost) -> true).join()).isTrue();
    }
  }

  @Test
  void anEventIsFoundByItsKeyAndTheKeyIsNotInTheAddress() {
    bench.completed("O-1");

    try (OpenConsole console = OpenConsole.of(bench)) {
      HttpResponse<String> event = console.page("event?consumer=orders&by=key&text=O-1");

      assertThat(event.uri().getQuery()).isEqualTo("record=" + Bench.id("O-1"));
      assertThat(event.body())
          .contains("<dt>State</dt><dd>COMPLETED</dd>", "Done. Further messages are duplicates.")
          .contains("<dt>Result</dt><dd>kept</dd>")
          .contains("effectively-once inspect &#39;--record-id=" + Bench.id("O-1"))
          .doesNotContain("secret", "O-1");
      assertThat(
              console.page("event?consumer=orders&by=key&text=" + Bench.id("O-1").keyHash()).body())
          .contains("<dt>State</dt><dd>COMPLETED</dd>");
      assertThat(
              console.page("event?consumer=orders&by=key&text=" + OpenConsole.record("O-1")).body())
          .contains("<dt>State</dt><dd>COMPLETED</dd>");
      assertThat(console.page("event?consumer=orders&by=key&text=O-9").body())
          .contains("<dt>State</dt><dd>ABSENT</dd>");
      assertThat(console.page("event?consumer=orders&by=key&text=%20O-1").uri().getQuery())
          .isEqualTo("record=" + Bench.id(" O-1"));
    }
  }

  @Test
  void aDeadLetterIsFoundByItsMessageId() {
    String id = bench.sendDead(Bench.body("O-1"));

    try (OpenConsole console = OpenConsole.of(bench)) {
      assertThat(console.page("event?consumer=orders&by=message&text=" + id).body())
          .contains("<h1>Dead letter " + id + "</h1>", "&quot;totalCents&quot; : 1250")
          .contains("A replay sends it to its source queue, because its event is not done.");
    }
  }

  @Test
  void theTimelineHasStepsAttemptsAndWhatOperatorsDecided() {
    IdempotencyRecord held = bench.heldInStep("O-1");
    IdempotencyRecord retryable = settled(held, Settlement.RETRYABLE, "one", "T-7");
    settled(retryable, Settlement.COMPLETED, "two", "T-8");
    String id = bench.sendDead(Bench.body("O-1"));

    try (OpenConsole console = OpenConsole.of(bench)) {
      String page = console.page("event?record=" + OpenConsole.record("O-1")).body();

      assertThat(page)
          .containsSubsequence("<caption>Steps</caption>", "reserve", "DONE", "charge", "INTENT");
      for (String told : List.of(page, console.page("letter?consumer=orders&id=" + id).body())) {
        assertThat(told)
            .containsSubsequence(
                "<ol class=\"timeline\">",
                "record UNKNOWN, attempt 1: com.example.CardDeclined",
                "<li class=\"operator\">",
                "An operator: SETTLE, UNKNOWN to RETRYABLE, by anna: T-7",
                "An operator: SETTLE, RETRYABLE to COMPLETED, by anna: T-8",
                "</ol>")
            .doesNotContain("record RETRYABLE", "record COMPLETED", "secret")
            .containsOnlyOnce("record UNKNOWN");
      }
    }
  }

  private IdempotencyRecord settled(
      IdempotencyRecord seen, Settlement settlement, String entry, String reason) {
    Instant now = seen.stamp().at().plusSeconds(10);
    Write.Settle settle =
        new Write.Settle(seen, settlement, WriteTimestamp.of(now, Bench.RETENTION));
    return Bench.written(
        bench
            .store()
            .trail()
            .orElseThrow()
            .write(settle, AuditLog.entry(settle, entry, now, "anna", Optional.of(reason))));
  }

  @Test
  void recordsThatNeedSomebodyAreListed() {
    bench.held("O-1");
    bench.failed("O-2");

    try (OpenConsole console = OpenConsole.of(bench)) {
      assertThat(console.page("records?consumer=orders&list=held").body())
          .contains("1 record", Bench.id("O-1").value(), "inspect --list=held --consumer=orders")
          .contains("<strong class=\"bad\">HELD</strong>")
          .doesNotContain(Bench.id("O-2").value());
      assertThat(console.page("records?consumer=orders&list=stale").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void nothingInAMessageOrRecordIsMarkup() {
    Instant now = Clock.systemUTC().instant();
    IdempotencyRecord mine = bench.claimed("O-1", now, Optional.of("O-1" + HOSTILE));
    bench.store().fail(mine, new ErrorSummary("Declined" + HOSTILE), mine.stamp());
    String body =
        "{\"orderId\":\"O-1\",\"customerId\":\"C-1\",\"totalCents\":1250,\"<script>alert(3)</script>\":\"</code>\"}";
    String id =
        Bench.send(bench.deadLetters(), body, Map.of("from", HOSTILE.replace("\u001b", "")));
    try (OpenConsole console = OpenConsole.of(bench)) {
      for (String page :
          new String[] {
            console.over("dead-letters?consumer=orders"),
            console.page("letters?consumer=orders&like=" + id).body(),
            console.page("letter?consumer=orders&id=" + id).body(),
            console.page("records?consumer=orders&list=failed").body(),
            console.page("event?record=" + OpenConsole.record("O-1")).body(),
            console.page("letter?consumer=%3Cscript%3Ealert(4)&id=x").body(),
            console.page("event?consumer=orders&by=message&text=%3Cscript%3E%0D%0AX:y").body()
          }) {
        assertThat(page)
            .contains("&lt;script&gt;")
            .doesNotContain("<script", "<img", "</code>\"", "\u001b", "\u202e")
            .doesNotContainPattern("=\"[^\"<>]*<");
      }
    }
  }

  @Test
  void aCommandOfAPageCanBeTypedAsItStands() {
    IdempotencyRecord mine = bench.claimed("O-1");
    bench.store().fail(mine, new ErrorSummary("It's $(reboot) `x`"), mine.stamp());
    String id = bench.sendDead(Bench.body("O-1"));

    try (OpenConsole console = OpenConsole.of(bench)) {
      console.over("dead-letters?consumer=orders");

      assertThat(console.page("letters?consumer=orders&like=" + id).body())
          .contains("&#39;--cause=It&#39;\\&#39;&#39;s $(reboot) `x`&#39; --limit=all");
    }
  }

  @Test
  void noPageAndNoLineHasASecret() {
    try (OpenConsole console = OpenConsole.of(bench)) {
      String token = console.address().getQuery().substring("token=".length());
      String cookie =
          console.request("overview").build().headers().firstValue("Cookie").orElseThrow();

      for (String link : new String[] {"overview", "event", "nothing"}) {
        assertThat(console.page(link).body())
            .doesNotContain(token, cookie.substring(cookie.indexOf('=') + 1));
      }
      assertThat(console.err()).doesNotContain(token);
    }
  }
}
