package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static dev.effectivelyonce.tests.http.Calls.assertTold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomesToHttpTest {
  private final Bench bench = new Bench(RERUN);

  @Test
  void eachCallEndsAsTold() {
    assertTold(
        """
        # the first answer is the handler's and a repetition gets it marked as replayed
        RERUN pay pay
          -> 201={"booking":1} location=/payments/1 201={"booking":1} replayed location=/payments/1
          | COMPLETED booked 1
        # while the first is handled a copy is told when to come back
        RERUN pay{pay books}
          -> 409 in-flight after 1 201={"booking":1} location=/payments/1 | COMPLETED booked 1
        # a business refusal is kept and replayed
        RERUN pay{answers:402} pay -> 402 402 replayed | COMPLETED booked 0
        # a request that can never be handled gets its reason and so do its repetitions
        RERUN pay{fails} pay
          -> 422 failed(The account is closed) 422 failed(The account is closed) replayed |
          FAILED(The account is closed) booked 0
        # a handler that puts it off may run again
        RERUN pay{retries} pay
          -> 503 put-off after 1 201={"booking":1} location=/payments/1 | COMPLETED booked 1
        RERUN pay{retries:2.5s} pay
          -> 503 put-off after 3 201={"booking":1} location=/payments/1 | COMPLETED booked 1
        # without the store the handler does not run
        RERUN fail:CLAIM pay -> 503 not-started after 1 | absent booked 0
        # near the end of the invocation the handler does not run
        RERUN left:0.5s pay -> 503 not-started after 1 | absent booked 0
        # an end that can't be recorded is no success
        RERUN fail:COMPLETE:1:UNREADABLE pay pay
          -> 503 unrecorded after 12 409 in-flight after 1 | INPROGRESS booked 1
        # an attempt that lost its claim does not answer for its successor
        RERUN pay{lapse pay answers:299} pay
          -> 201={"booking":1} location=/payments/1 409 in-flight after 1 201={"booking":1} replayed
          location=/payments/1 | COMPLETED booked 1
        # a handler without an answer has no content
        RERUN pay{answers-nothing} pay -> 204 204 replayed | COMPLETED booked 0
        # a bug of the store or an error of it is answered and leaves nothing behind
        RERUN <bug|error>:CLAIM pay pay
          -> 503 not-started after 1 201={"booking":1} location=/payments/1 | COMPLETED booked 1
        # a value that is no answer is done all the same
        RERUN pay{answers-text} pay
          -> 200 answer-not-kept 200 answer-not-kept replayed | COMPLETED booked 1
        # an answer that is too large goes out once and its status and headers are kept
        RERUN keeping:300 pay{answers-large} pay
          -> 201=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… location=/payments/1 201
          answer-not-kept(Its content had 400 bytes) replayed location=/payments/1 | COMPLETED
          booked 1
        # the problem in the place of a compressed answer is not compressed
        RERUN keeping:300 pay{answers-zipped} pay
          -> 201=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… content-encoding=gzip
          location=/payments/1 201 answer-not-kept(Its content had 400 bytes) replayed
          location=/payments/1 | COMPLETED booked 1
        """);
  }

  @Test
  void aProcessThatCanNotReadARequestEndsSoThatLambdaReplacesIt() {
    HttpApi unsound =
        bench
            .builder()
            .fingerprint(
                request -> {
                  throw new NoClassDefFoundError("Gone");
                })
            .build();

    assertThatThrownBy(() -> bench.send(unsound, PAY)).isInstanceOf(FatalProcessError.class);
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void aCallerWhoseNameIsNoTextIsRefused() {
    HttpApi garbled = bench.builder().caller(request -> Optional.of("\ud800")).build();

    assertThat(bench.send(garbled, PAY).status()).isGreaterThanOrEqualTo(400);
    assertThat(bench.booked).hasValue(0);
  }

  static void isProblem(ApiResponse answer, int status, String type) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertThat(answer.body().text())
        .contains(
            "\"type\":\"urn:effectively-once:problem:" + type + "\"",
            "\"title\":",
            "\"status\":" + status,
            "\"remedy\":");
  }
}
