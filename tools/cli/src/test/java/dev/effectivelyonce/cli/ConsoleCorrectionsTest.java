package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.TrailEntry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The correction of a dead letter's body from the console. */
class ConsoleCorrectionsTest extends LiveCommandTest {
  private static final String HOSTILE = "</textarea></code><script>alert(1)</script>\"'&amp;";
  private static final String WRITE = "--write";

  /** An order whose amount is a text, as a broken producer sends it. */
  private static final String BROKEN = Bench.body("O-1").replace("1250", "\"1250 EUR\"");

  @Test
  void aBodyIsCorrectedFromThePageOfItsLetterToItsEnd() throws IOException {
    String id = bench.sendDead(BROKEN);
    bench.sendDead("{");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String letter = console.page("letter?consumer=orders&id=" + id).body();
      String form = console.page(OpenConsole.found("href=\"(correct\\?[^\"]+)\"", letter)).body();
      assertThat(typed(form)).isEqualTo(BROKEN);

      String preview = corrected(console, form, Bench.body("O-1")).body();

      assertThat(preview)
          .containsSubsequence(
              "<h1>Resend dead letter " + id + " of orders, corrected</h1>",
              "<dt>Decision</dt><dd>SEND</dd>",
              "<dt>From</dt><dd>" + bench.queue + "-dead",
              "<dt>To</dt><dd>" + bench.queue,
              "dead-letters-of-orders.jsonl",
              ">Key hash</th><td>" + Bench.id("O-1").keyHash() + "</td>\n<td>",
              ">Characters</th><td>" + BROKEN.length() + "</td>\n<td>" + Bench.body("O-1").length(),
              ">SHA-256 of the body</th><td>",
              "-   &quot;totalCents&quot; : &quot;1250 EUR&quot;",
              "+   &quot;totalCents&quot; : 1250",
              "effectively-once dead-letters resend " + id,
              "--consumer=orders --body=FILE --reason=WHY");
      assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
      assertThat(confirmed(console, preview, "T-7"))
          .containsSubsequence(
              "<dt>Sent</dt><dd>1</dd>",
              "<dt>File</dt>",
              "<dt>Ended</dt><dd>After the last letter</dd>",
              "<dt>Reason</dt><dd>T-7</dd>");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
      assertThat(bench.bodies(bench.deadLetters())).containsExactly("{");
      assertThat(Files.readAllLines(bench.directory().resolve("dead-letters-of-orders.jsonl")))
          .singleElement()
          .matches(it -> it.contains("1250 EUR") && it.contains("\"by\":\"RESEND\""))
          .matches(it -> it.contains("\"copy\":") && it.contains("\"reason\":\"T-7\""));
    }
  }

  @Test
  void theRecordOfAFailedEventIsReopenedWithTheReason() {
    bench.failed("O-1");
    String corrected = Bench.body("O-1").replace("{", "{\"note\":\"checked\",");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = preview(console, bench.sendDead(Bench.body("O-1")), corrected);

      assertThat(preview).contains("<dd>REOPEN</dd>", "Its record is reopened.");
      assertThat(confirmed(console, preview, "T-7")).contains("<dt>Reopened and sent</dt><dd>1");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(corrected);
      assertThat(bench.store().trail().orElseThrow().entries(Bench.id("O-1")))
          .extracting(TrailEntry::reason)
          .containsExactly(Optional.of("Reopened by a replay: T-7"));
    }
  }

  /** Browsers end the lines of a form with two characters. */
  @Test
  void linesEndAsTheyDidAndOtherSpaceStays() {
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String lines = Bench.body("O-1").replace(",", ",\n") + " ";
      String typed = lines.replace("\n", "\r\n") + "\r\n";

      confirmed(console, preview(console, bench.sendDead("{"), typed), "T-7");
      confirmed(console, preview(console, bench.sendDead("{\n"), typed), "T-8");

      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(lines, lines + "\n");
    }
  }

  @Test
  void theTextComesBackFromThePreview() {
    String id = bench.sendDead(Bench.body("O-1"));
    String other = Bench.body("O-2") + " \n ";
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      Map<String, String> asNew = Map.of("new-key", "yes");
      String preview = corrected(console, form(console, id), other, asNew).body();
      Map<String, String> fields = new HashMap<>(asNew);
      fields.put("token", OpenConsole.found("name=\"token\" value=\"([^\"]+)\"", preview));
      fields.put("body", hidden(preview).replace("\n", "\r\n"));
      fields.put("edit", "yes");
      HttpResponse<String> again = console.form("correct", fields);

      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(typed(again.body())).isEqualTo(other);
      assertThat(again.body()).contains(" checked", "<button type=\"submit\">Preview</button>");
    }
  }

  @Test
  void aFormThatTheConsoleDidNotKeepComesBackWithItsText() {
    String id = bench.sendDead("{");
    Map<String, String> fields = Map.of("consumer", "orders", "id", id, "token", "gone");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      HttpResponse<String> again = corrected(console, form(console, id), Bench.body("O-1"), fields);

      assertThat(again.statusCode()).isEqualTo(400);
      assertThat(again.body()).contains("nothing was previewed");
      assertThat(typed(again.body())).isEqualTo(Bench.body("O-1"));
      confirmed(console, corrected(console, again.body(), Bench.body("O-1")).body(), "T-7");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
    }
  }

  @Test
  void aControlCharacterIsNamedWithItsPlaceAndStaysWhatItIs() {
    String id = bench.sendDead("{");
    String typed = "{\n\"a\":\"\u0007\u202e\"}";
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String form = form(console, id);
      for (int i = 0; i < 2; i++) {
        HttpResponse<String> refused = corrected(console, form, typed);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("control character U+0007 in line 2, column 6");
        assertThat(typed(refused.body())).isEqualTo(typed);
        form = refused.body();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \r\n", "\r\n{\r\n"})
  void aBodyThatIsBlankOrAsItWasIsNotSent(String typed) {
    String id = bench.sendDead("\n{\n");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String form = form(console, id);
      assertThat(typed(form)).isEqualTo("\n{\n");
      HttpResponse<String> answer = corrected(console, form, typed);

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).containsPattern("The body is (blank|as it was)");
    }
  }

  @Test
  void anotherKeyIsAnotherEventAndHasToBeAskedFor() {
    String id = bench.sendDead(Bench.body("O-1"));
    String other = Bench.body("O-2");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      HttpResponse<String> refused = corrected(console, form(console, id), other);

      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body())
          .contains("role=\"alert\"", "has the key " + Bench.id("O-2").keyHash())
          .contains("aria-invalid=\"true\" aria-describedby=\"problem\"", "id=\"problem\"")
          .doesNotContain(" checked");
      assertThat(typed(refused.body())).isEqualTo(other);

      String preview = corrected(console, refused.body(), other, Map.of("new-key", "yes")).body();

      assertThat(preview)
          .contains(
              ">Key hash</th><td>"
                  + Bench.id("O-1").keyHash()
                  + "</td>\n<td>"
                  + Bench.id("O-2").keyHash(),
              "--body=FILE --new-key");
      assertThat(OpenConsole.word(preview)).isEqualTo(Bench.id("O-1").keyHash().substring(0, 8));
      confirmed(console, preview, "T-7");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(other);
    }
  }

  @Test
  void aBodyThatTheConsumerCannotUseIsRefusedAndCanBeCorrectedFurther() {
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      HttpResponse<String> refused =
          corrected(console, form(console, bench.sendDead("{")), "{\"" + HOSTILE);

      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body())
          .contains("The consumer can&#39;t use this message")
          .doesNotContain("<script");
      assertThat(typed(refused.body())).isEqualTo("{\"" + HOSTILE);
      confirmed(console, corrected(console, refused.body(), Bench.body("O-1")).body(), "T-7");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
    }
  }

  @Test
  void aHostileBodyIsTextOnEveryPage() {
    String hostile = Bench.body("O-1").replace("C-1", HOSTILE.replace("\"", "\\\""));
    String id = bench.sendDead("{\"x\":\"" + HOSTILE);
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String form = form(console, id);
      String preview = corrected(console, form, hostile).body();

      for (String page : List.of(form, preview, confirmed(console, preview, HOSTILE))) {
        assertThat(page).contains("&lt;script&gt;").doesNotContain("<script");
      }
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(hostile);
    }
  }

  @Test
  void ifTheRecordChangesAfterThePreviewNothingIsSent() {
    IdempotencyRecord failed = bench.failed("O-1");
    String id = bench.sendDead(Bench.body("O-1"));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String preview = preview(console, id, Bench.body("O-1").replace("{", "{\"note\":1,"));
      bench.store().settle(failed, Settlement.RETRYABLE, failed.stamp());

      assertThat(confirmed(console, preview, "T-7"))
          .contains("Nothing was sent. What a replay would do has changed since it was shown");
      assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
      assertThat(bench.bodies(bench.deadLetters())).containsExactly(Bench.body("O-1"));
    }
  }

  @Test
  void twoPreviewsOfALetterSendItOnce() {
    String id = bench.sendDead("{");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String form = form(console, id);
      String one = corrected(console, form, Bench.body("O-1")).body();
      String other = corrected(console, form, Bench.body("O-2")).body();

      confirmed(console, one, "T-7");
      assertThat(confirmed(console, other, "T-8")).contains("no longer shows the dead letter");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
    }
  }

  @ParameterizedTest
  @CsvSource({"'', 400", "x, 400"})
  void aFormWithoutTheTokenOfItsPageMakesNoPreview(String token, int status) {
    bench.sendDead("{");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      HttpResponse<String> answer =
          console.form("correct", Map.of("token", token, "body", Bench.body("O-1")));

      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.body()).contains("not of a preview").doesNotContain("<form");
    }
  }

  @Test
  void aTokenOfACorrectionConfirmsNothing() {
    String id = bench.sendDead("{");
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String token = OpenConsole.token(form(console, id));

      assertThat(
              console
                  .form("act", Map.of("token", token, "reason", "T-7", "word", id.substring(0, 8)))
                  .statusCode())
          .isEqualTo(400);
      assertThat(bench.bodies(bench.deadLetters())).containsExactly("{");
    }
  }

  @Test
  void aBodyThatAPageCannotHoldIsLeftToTheCommand() {
    List<String> bodies = List.of("{\r\n", "{\u202e", "{" + "x".repeat(100_000));
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      for (String body : bodies) {
        String id = bench.sendDead(body);

        assertThat(console.page("letter?consumer=orders&id=" + id).body())
            .contains("verb=discard")
            .doesNotContain("correct?");
        assertThat(console.page("correct?consumer=orders&id=" + id).body())
            .contains("A page can&#39;t hold it. The body has ", "Use the command");
      }
      for (String typed : List.of("{\u202e", "{" + "x".repeat(100_000))) {
        assertThat(corrected(console, form(console, bench.sendDead("{")), typed).statusCode())
            .isEqualTo(400);
      }
    }
  }

  @Test
  void theLongestBodyIsTaken() {
    String longest = "\u20ac".repeat(100_000 - Bench.body("O-1").length());
    try (OpenConsole console = OpenConsole.of(bench, WRITE)) {
      String form = form(console, bench.sendDead("{"));

      HttpResponse<String> answer =
          corrected(console, form, Bench.body("O-1").replace("C-1", longest));

      assertThat(answer.statusCode()).isEqualTo(200);
    }
  }

  @Test
  void withoutWriteNothingCanBeCorrected() {
    String id = bench.sendDead("{");
    try (OpenConsole console = OpenConsole.of(bench)) {
      assertThat(console.page("letter?consumer=orders&id=" + id).body()).doesNotContain("correct?");
      assertThat(console.page("correct?consumer=orders&id=" + id).statusCode()).isEqualTo(404);
      assertThat(console.form("correct", Map.of("token", "x", "body", "x")).statusCode())
          .isEqualTo(405);
    }
  }

  private static String form(OpenConsole console, String id) {
    return console.page("correct?consumer=orders&id=" + id).body();
  }

  private static String preview(OpenConsole console, String id, String body) {
    return corrected(console, form(console, id), body).body();
  }

  private static HttpResponse<String> corrected(OpenConsole console, String form, String body) {
    return corrected(console, form, body, Map.of());
  }

  private static HttpResponse<String> corrected(
      OpenConsole console, String form, String body, Map<String, String> more) {
    Map<String, String> fields = new HashMap<>(more);
    fields.putIfAbsent("token", OpenConsole.token(form));
    fields.put("body", body);
    return console.form("correct", fields);
  }

  /** Returns the text of the form, as a browser reads it: without the first end of a line. */
  private static String typed(String page) {
    int from = page.indexOf('>', page.indexOf("<textarea")) + 1;
    return plain(page.substring(from, page.indexOf("</textarea>")).replaceFirst("^\n", ""));
  }

  private static String hidden(String page) {
    return plain(OpenConsole.found("name=\"body\" value=\"([^\"]*)\"", page));
  }

  private static String plain(String escaped) {
    return escaped
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  private static String confirmed(OpenConsole console, String preview, String reason) {
    HttpResponse<String> answer =
        console.form(
            "act",
            Map.of(
                "token", OpenConsole.token(preview),
                "reason", reason,
                "word", OpenConsole.word(preview)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    return console.overAct(answer.headers().firstValue("Location").orElseThrow());
  }
}
