package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.tests.http.Bench.PAY;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpApiBuilder;
import dev.effectivelyonce.http.ResponseClassification;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.tests.words.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What callers of an API get, told in words. A row has a policy and the words; {@code pay} is a
 * request to book a payment, whose handler does what is in its braces, and ends as the last of that
 * says. Without braces it books.
 *
 * <pre>
 * RERUN pay{pay answers:204} -> 409 in-flight after 1 204 | COMPLETED booked 0
 * </pre>
 *
 * While the request is handled, it is sent once more. An answer is its status, its problem or
 * content, and its headers; behind the bar is the record, and how often was booked.
 */
final class Calls {
  private static final Pattern PROBLEM =
      Pattern.compile(
          "\\{\"type\":\"urn:effectively-once:problem:([a-z-]+)\",\"title\":\"[^\"]+\",\"status\":\\d+,"
              + "(?:\"detail\":\"([^\"]+)\",)?\"remedy\":\"[^\"]+\"}");
  private static final int READABLE = 48;

  private final Bench bench;
  private final List<String> told = new ArrayList<>();
  private UnaryOperator<HttpApiBuilder> settings = it -> it;
  private Duration left = Bench.TIMEOUT;

  private Calls(AbandonedClaimPolicy policy) {
    this.bench = new Bench(policy);
  }

  static void assertTold(String table) {
    Word.assertTold(table, Calls::told);
  }

  private static String told(String words) {
    int policy = words.indexOf(' ');
    Calls calls = new Calls(AbandonedClaimPolicy.valueOf(words.substring(0, policy)));
    Word.parsed(words.substring(policy)).forEach(calls::happens);
    return String.join(" ", calls.told) + " | " + calls.end();
  }

  private void happens(Word word) {
    switch (word.name()) {
      case "pay" -> told.add(text(pay(word.body())));
      case "keeping" -> settings = it -> it.maxResultBytes(word.count(1));
      case "meaning" ->
          settings = it -> it.classifier(any -> ResponseClassification.valueOf(word.part(1)));
      case "left" -> left = word.time();
      case "lapse" -> bench.lapse();
      case "fail" -> bench.store.failNext(word.verb(), word.count(2), word.kind());
      case "bug" -> bench.store.beforeNext(word.verb(), Calls::fault);
      case "error" -> bench.store.beforeNext(word.verb(), Calls::error);
      case "erase" -> bench.memory.erase(bench.record().orElseThrow(), bench.clock.instant());
      default -> throw new IllegalArgumentException("No such word: " + word);
    }
  }

  private ApiResponse pay(List<Word> body) {
    HttpApi api =
        settings.apply(bench.builder()).handler((request, attempt) -> handled(body)).build();
    return bench.send(api, PAY, left);
  }

  private HandlerResult handled(List<Word> body) {
    if (body.isEmpty()) {
      return HandlerResult.completed(bench.booked());
    }
    body.subList(0, body.size() - 1).forEach(this::happens);
    return end(body.getLast());
  }

  private HandlerResult end(Word word) {
    return switch (word.name()) {
      case "books" -> HandlerResult.completed(bench.booked());
      case "answers" -> HandlerResult.completed(status(word));
      case "answers-nothing" -> HandlerResult.completed();
      case "answers-text" -> {
        bench.booked();
        yield HandlerResult.completed("a receipt");
      }
      case "answers-large" -> HandlerResult.completed(bench.booked().body(large()));
      case "answers-zipped" ->
          HandlerResult.completed(bench.booked().header("Content-Encoding", "gzip").body(large()));
      case "retries" ->
          word.has(1) ? HandlerResult.retryAfter(word.time(), "busy") : HandlerResult.retry("busy");
      case "fails" -> HandlerResult.fail("The account is closed");
      case "throws" -> {
        bench.booked();
        throw new IllegalStateException("after the effect");
      }
      case "null" -> {
        bench.booked();
        yield nothing();
      }
      case "pending" -> {
        bench.booked();
        yield HandlerResult.completed(new CompletableFuture<>());
      }
      case "commits" -> HandlerResult.commit(booking(), status(word));
      case "yields" ->
          HandlerResult.commit(booking().yielding(() -> status(word).header("x-not-kept", "1")));
      case "yields-text" -> HandlerResult.commit(booking().yielding(() -> "a receipt"));
      case "yields-beside" ->
          HandlerResult.commit(booking().yielding(() -> status(word)), ApiResponse.of(202));
      case "collides" -> refused(HandlerResult.retry("The account changed"));
      case "overdraws" -> refused(HandlerResult.fail("Too little is left"));
      case "unwritable" ->
          refused(HandlerResult.fail(ErrorSummary.refused("table Accounts twice").text()));
      case "foreign" -> HandlerResult.commit(new Effects() {}, ApiResponse.of(201));
      default -> throw new IllegalArgumentException("No such end: " + word);
    };
  }

  private static void fault() {
    throw new UnsupportedOperationException("a bug of the store");
  }

  private static void error() {
    throw new StackOverflowError();
  }

  private static ApiResponse status(Word word) {
    return ApiResponse.of(word.count(1));
  }

  private static ApiBody large() {
    return ApiBody.of("x".repeat(400));
  }

  private InMemoryEffects booking() {
    return InMemoryEffects.of(bench::booked);
  }

  private HandlerResult refused(HandlerResult.Unsuccessful declared) {
    return HandlerResult.commit(
        InMemoryEffects.of(() -> false, bench::booked, declared), ApiResponse.of(201));
  }

  @SuppressWarnings("NullAway")
  private static HandlerResult nothing() {
    return null;
  }

  private static String text(ApiResponse answer) {
    TreeMap<String, String> headers = new TreeMap<>(answer.headers());
    boolean isProblem = Objects.equals(headers.remove("content-type"), "application/problem+json");
    StringBuilder text =
        new StringBuilder().append(answer.status()).append(content(answer.body(), isProblem));
    headers.forEach(
        (name, value) ->
            text.append(
                switch (name) {
                  case "idempotent-replayed" -> " replayed";
                  case "retry-after" -> " after " + value;
                  default -> " " + name + "=" + value;
                }));
    return text.toString();
  }

  private static String content(ApiBody body, boolean isProblem) {
    Matcher problem = PROBLEM.matcher(body.text());
    if (isProblem && problem.matches()) {
      String detail = problem.group(2);
      return " " + problem.group(1) + (detail == null ? "" : "(" + shortened(detail) + ")");
    }
    return body.text().isEmpty() ? "" : "=" + shortened(body.text());
  }

  private static String shortened(String text) {
    return text.length() > READABLE ? text.substring(0, READABLE) + "…" : text;
  }

  private String end() {
    String record = bench.record().map(it -> it.status() + why(it)).orElse("absent");
    return record + " booked " + bench.booked;
  }

  /** Where the reason is its own: that of an exception has a place in the code. */
  private static String why(IdempotencyRecord record) {
    return record
        .error()
        .filter(it -> !it.text().contains(" at "))
        .map(it -> "(" + shortened(it.text()) + ")")
        .orElse("");
  }
}
