package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Dead letters on the command line: listed, counted, shown, saved and discarded. */
class DeadLettersTest extends LiveCommandTest {
  private static final String ESC = "\u001b[31mred\u009b1A\u202e";

  @Test
  void aListSaysTheErrorOfTheRecordAndWhenTheLetterWasSent() {
    bench.failed("O-1");
    bench.sendDead(Bench.body("O-1"));

    Run run = letters("--quiet");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("replay: REOPEN  sent 20[0-9TZ:-]+ \\([0-9]+s\\), received 1, attempt 1")
        .contains(Bench.WHY.text())
        .contains("1 dead letters in " + bench.queue + "-dead, about 0 more");
  }

  @Test
  void theListAsJsonHasProblemAndErrorOfTheirOwn() {
    bench.failed("O-1");
    String failed = bench.sendDead(Bench.body("O-1"));
    Run run = letters("--output=json");
    Golden.check("dead-letters.json", bench.stable(run.out()).replace(failed, "MESSAGE-ID"));

    bench.sendDead("not json");
    assertThat(letters("--decision=unreadable", "--output=json").out())
        .contains("\"error\" : null", "\"problem\" : \"The body")
        .contains("\"count\" : 1");
  }

  @Test
  void whatAListLeavesOutIsSaidInTextAndJson() {
    IntStream.range(0, 12).forEach(i -> bench.sendDead(Bench.body("O-" + i)));

    assertThat(letters("--limit=5", "--output=json").out())
        .contains("\"count\" : 5", "\"truncated\" : true", "\"remaining\" : 7");
    assertThat(letters("--limit=5").out()).contains("about 7 more. Stopped at --limit; 0 is no");
    assertThat(letters("--limit=0", "--output=json").out())
        .contains("\"count\" : 12", "\"truncated\" : false");
    assertThat(bench.run("inspect --dead-letters --consumer=orders --limit=5").out())
        .contains("about 7 more. Stopped at --limit");
    assertThat(bench.bodies(bench.deadLetters())).hasSize(12);
  }

  @Test
  void anEmptyListIsJsonToo() {
    assertThat(letters("--output=json").out())
        .startsWith("{\n  \"deadLetters\" : [ ],\n  \"deadLetterQueue\"")
        .endsWith("}\n");
  }

  @Test
  void aSummaryCountsLettersByCauseAndDecision() {
    for (String key : new String[] {"O-1", "O-2", "O-3"}) {
      bench.failed(key);
      bench.sendDead(Bench.body(key));
    }
    bench.held("O-4");
    bench.sendDead(Bench.body("O-4"));
    bench.sendDead("not json");

    Run run = letters("--summary");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("(?m)^3 +REOPEN +20.* com.example.CardDeclined at Pay.run:#$")
        .containsPattern("(?m)^1 +HELD +20.* com.example.CardDeclined at Pay.run:#$")
        .containsPattern("(?m)^1 +UNREADABLE ")
        .startsWith("COUNT  REPLAY      FIRST SENT ")
        .contains("5 dead letters in");
    assertThat(letters("--summary", "--decision=HELD", "--output=json").out())
        .contains("\"count\" : 1", "\"cause\" : \"com.example.CardDeclined at Pay.run:#\"");
    assertThat(letters("--cause=CardDeclined at Pay.run:7", "--output=json").out())
        .contains("\"count\" : 4");
  }

  @Test
  void aLetterIsShownWithItsRecordAndItsKeyOnlyIfAskedFor() {
    bench.heldInStep("O-secret");
    String id =
        bench.sendDead("{\"orderId\":\"O-secret\",\"customerId\":\"C-1\",\"totalCents\":1250}");

    Run run = show(id);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Replay        HELD", "Cause         com.example.CardDeclined")
        .contains("SQS\n", "SenderId", "  | {\"orderId\"")
        .contains("sent\n", "record UNKNOWN, attempt 1", "Step 2        charge INTENT")
        .contains("/customerId  C-1")
        .doesNotContain("Key           O-secret");
    assertThat(show(id, "--show-keys").out()).contains("Key           O-secret");
    assertThat(show(id, "--output=json").out())
        .contains("\"timeline\"", "\"systemAttributes\"", "\"state\" : \"HELD\"", "\"key\" : null");
  }

  @Test
  void aLetterIsShownWithWhatOperatorsDidToItsRecord() {
    bench.held("O-1");
    bench.run("settle retry --consumer=orders --key=O-1 --reason=INC-7 --yes");
    String id = bench.sendDead(Bench.body("O-1"));

    assertThat(show(id).out())
        .containsPattern("Trail\n  20.* SETTLE, UNKNOWN -> RETRYABLE, by .*: INC-7\n");
    assertThat(show(id, "--output=json").out()).contains("\"trail\"", "\"reason\" : \"INC-7\"");
  }

  @Test
  void whichFieldsContradictTheFirstMessageIsShownBesideIt() {
    bench.completed("O-1");
    String id = bench.sendDead(Bench.body("O-1").replace("1250", "9999"));
    bench.write("first.json", Bench.body("O-1") + "\n");

    assertThat(show(id).out())
        .contains("The key was used with another payload", "Give the body of that message");
    assertThat(show(id, "--compare=first.json").out())
        .contains("/customerId  C-1  same", "/totalCents  9999  DIFFERS, the other has 1250")
        .contains("The other message is the one that made the record.");
  }

  @Test
  void controlCharactersOfAMessageNeverReachTheTerminal() {
    bench
        .aws
        .sqs()
        .sendMessage(
            request ->
                request
                    .queueUrl(bench.deadLetters())
                    .messageBody("{\"orderId\":\"O-1\",\"customerId\":\"\n\u009b2J" + "\u202e\"}")
                    .messageAttributes(
                        Map.of(
                            "from",
                            MessageAttributeValue.builder()
                                .dataType("String")
                                .stringValue("x\u202e\u0085y")
                                .build())));

    for (String output : new String[] {"--output=text", "--output=json"}) {
      Run list = letters(output);
      String id = list.out().replaceAll("(?s).*?([0-9a-f]{8}-[0-9a-f-]{27}).*", "$1");
      for (Run run : new Run[] {list, show(id, output), letters("--summary", output)}) {
        assertThat(run.out() + run.err()).doesNotContainPattern("[\\p{Cc}&&[^\\n]]|\u202e");
      }
      assertThat(show(id, output).out()).contains("\\u202e", "\\u0085");
    }
    assertThat(bench.run("dead-letters", "--consumer=" + ESC).err())
        .contains("\\u001b[31mred\\u009b1A\\u202e")
        .doesNotContainPattern("[\\p{Cc}&&[^\\n]]|\u202e");
  }

  @Test
  void anExportIsAddedToAndLeavesTheLetters() throws IOException {
    bench.sendDead(Bench.body("O-1"));

    Run run = bench.run("dead-letters export --consumer=orders --to=saved.jsonl --quiet");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("exported                                 1");
    assertThat(Files.readAllLines(bench.directory().resolve("saved.jsonl"))).hasSize(1);
    assertThat(bench.bodies(bench.deadLetters())).hasSize(1);
    assertThat(bench.run("inspect --consumer=orders --message=saved.jsonl").out())
        .contains("State         ABSENT");
  }

  @Test
  void aDiscardShowsWhatItIsAboutAndAsks() throws IOException {
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead("not json");
    String[] words = {
      "dead-letters", "discard", "--consumer=orders", "--decision=UNREADABLE", "--reason=INC-1"
    };

    Run no = bench.runAnswering("n\n", words);
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.err())
        .contains("UNREADABLE", "Discard 1 dead letter of " + bench.queue + "-dead, saved to");
    assertThat(bench.bodies(bench.deadLetters())).hasSize(2);

    Run yes = bench.runAnswering("y\n", words);
    assertThat(yes.exitCode()).isZero();
    assertThat(yes.out()).contains("discarded                                1");
    assertThat(bench.bodies(bench.deadLetters())).containsExactly(Bench.body("O-1"));
    assertThat(Files.readString(bench.directory().resolve("dead-letters-of-orders.jsonl")))
        .contains("not json", "\"reason\":\"INC-1\"");
  }

  @Test
  void whatComesWhileTheUserReadsIsNotDiscarded() {
    bench.sendDead("not json");

    Run run =
        bench.runDoing(
            () -> bench.sendDead("nor this"),
            "dead-letters discard --consumer=orders --all --reason=INC-1");

    assertThat(run.err()).contains("Discard 1 dead letter of");
    assertThat(run.out()).contains("discarded                                1");
    assertThat(bench.bodies(bench.deadLetters())).containsOnly("nor this");
  }

  @Test
  void aDryRunOfADiscardChangesNothing() {
    bench.sendDead(Bench.body("O-1"));

    Run run = bench.run("dead-letters discard --consumer=orders --all --reason=x --dry-run");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("1 dead letters in");
    assertThat(bench.bodies(bench.deadLetters())).hasSize(1);
    assertThat(bench.directory().resolve("dead-letters-of-orders.jsonl")).doesNotExist();
  }

  private Run show(String id, String... more) {
    return bench.run(Bench.words("dead-letters show --consumer=orders " + id, more));
  }

  private Run letters(String... more) {
    return bench.run(Bench.words("dead-letters --consumer=orders", more));
  }
}
