package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;

import java.util.List;
import java.util.stream.Stream;

/**
 * The rules of HTTP requests. Tests see what the callers of a history do not ask for: they use one
 * route, and no headers.
 */
final class HttpGuards {
  private static final String HTTP = "library/http/src/main/java/dev/effectivelyonce/http/";
  private static final String IDENTITY = "tests.http.RequestIdentityTest";
  private static final String OUTCOMES = "tests.http.OutcomesToHttpTest";
  private static final String MEANING = "tests.http.MeaningTest";
  private static final String WHY = "few or no histories have such a request";

  private HttpGuards() {}

  static List<Guard> all() {
    return Stream.of(keys(), answers(), commits(), keeping()).flatMap(List::stream).toList();
  }

  private static List<Guard> keys() {
    return List.of(
        simulated(
            "http: a key belongs to its caller",
            "one caller reads another's answer, and its own request never runs",
            "RequestIdentity",
            ".inScope(callerName)",
            ""),
        guard(
            "http: a key belongs to its route",
            "a request is taken for one of another route",
            "RequestIdentity",
            ".inScope(request.route())",
            "",
            IDENTITY),
        guard(
            "http: a role's session is no part of its name",
            "a repetition from another task of a service runs again",
            "AuthenticatedCaller",
            "return session.matches() ? session.group(1) : arn;",
            "return arn;",
            IDENTITY),
        guard(
            "http: without a caller nothing runs",
            "all callers share their keys",
            "RequestIdentity",
            ".orElseGet(() -> unknownCaller(NO_CALLER));",
            ".orElseGet(() -> known(request, key, \"anyone\"));",
            IDENTITY),
        simulated(
            "http: the content is part of the fingerprint",
            "another request gets the first one's answer",
            "RequestIdentity",
            "new String(request.body().bytes(), StandardCharsets.ISO_8859_1)",
            "\"\""));
  }

  private static List<Guard> answers() {
    return List.of(
        simulated(
            "http: no success without a record",
            "a caller is told of what its repetition does not find",
            "ResponseFactory",
            "later(Problem.UNRECORDED, Duration.between(now, leaseUntil));",
            "exchange.done().orElseThrow();"),
        guard(
            "http: an attempt that lost its claim does not answer",
            "two callers get two answers to one key",
            "ResponseFactory",
            "case Outcome.Superseded ignored -> later(Problem.IN_FLIGHT, retryAfter);",
            "case Outcome.Superseded ignored -> exchange.done().orElseThrow();",
            OUTCOMES),
        simulated(
            "http: a repetition gets the answer that was kept",
            "two callers get two answers to one key",
            "ResponseFactory",
            "case Outcome.Duplicate duplicate -> replayed(kept(duplicate.result()));",
            "case Outcome.Duplicate ignored -> replayed(Problem.ANSWER_NOT_KEPT.response());"),
        guard(
            "http: from 500 on the outcome is unknown",
            "a charge behind a gateway's 502 is repeated under HOLD",
            "ResponseMeaning",
            "return UNKNOWN;",
            "return NOTHING_HAPPENED;",
            MEANING),
        guard(
            "http: a refusal is done",
            "a request that was refused runs when it is repeated",
            "ResponseMeaning",
            "COME_BACK.contains(response.status()) ? NOTHING_HAPPENED : DONE",
            "response.status() >= 400 ? NOTHING_HAPPENED : DONE",
            OUTCOMES));
  }

  private static List<Guard> commits() {
    return List.of(
        guard(
            "http: effects that were refused are not answered as done",
            "a caller is told that a payment is booked which is not",
            "ResponseFactory",
            "exchange.notDone().orElseGet(() -> released(released, exchange));",
            "exchange.done().orElseGet(() -> released(released, exchange));",
            "tests.http.CommitToHttpTest"),
        simulated(
            "http: effects are not written for an answer that is not done",
            "a caller repeats a request whose effects are there",
            "Exchange",
            "return meaning.apply(response) == ResponseMeaning.DONE ?",
            "return true ?"));
  }

  private static List<Guard> keeping() {
    return List.of(
        guard(
            "http: only named headers are kept",
            "what was meant for one answer goes out with others",
            "StoredResponses",
            "if (headers.contains(header.getKey())) {",
            "if (true) {",
            "http.StoredResponsesTest"),
        guard(
            "http: of what is too large status and headers are kept",
            "a repetition is not told how the first ended",
            "StoredResponses",
            ": write(answer, OptionalInt.of(answer.body().bytes().length));",
            ": whole;",
            OUTCOMES));
  }

  private static Guard simulated(
      String id, String protects, String type, String snippet, String replacement) {
    return Guard.simulated(id, protects, HTTP + type + ".java", snippet, replacement);
  }

  private static Guard guard(
      String id, String protects, String type, String snippet, String replacement, String tests) {
    return explored(id, protects, HTTP + type + ".java", snippet, replacement).seenBy(tests, WHY);
  }
}
