package dev.effectivelyonce.functions.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.http.HttpEvent;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The sample of docs/http.md does what the page says. */
class BookingsTest {
  private static final HttpEvent BOOK = HttpEvent.post("/bookings").key("k-1");

  private final ManualClock clock = new ManualClock();
  private final List<HandlerResult> results = new ArrayList<>();
  private final HttpApi api = api();

  @Test
  void aSeatIsBookedWithTheAnswer() {
    ApiResponse answer = send(BOOK.json("{\"seat\":\"12A\"}"));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(results).singleElement().isInstanceOf(HandlerResult.Committing.class);
  }

  @Test
  void aRequestWithoutASeatGets400() {
    assertThat(send(BOOK.json("{}")).status()).isEqualTo(400);
  }

  @Test
  void theAnswersOfThePageAreThoseOfARepetitionAndOfAKeyThatIsUsedTwice() throws IOException {
    List<String> shown =
        Pattern.compile("(?m)^HTTP/1\\.1 (\\d{3}) .*\n((?:[a-z-]+: .*\n)+)")
            .matcher(Files.readString(Path.of("../../docs/http.md")))
            .results()
            .map(it -> it.group(1) + "\n" + it.group(2))
            .toList();

    assertThat(shown)
        .containsExactly(
            head(send(BOOK.json("{\"seat\":\"12A\"}"))),
            head(send(BOOK.json("{\"seat\":\"12A\"}"))),
            head(send(BOOK.json("{\"seat\":\"14C\"}"))));
    assertThat(results).hasSize(1);
  }

  private static String head(ApiResponse answer) {
    StringBuilder head = new StringBuilder(answer.status() + "\n");
    new TreeMap<>(answer.headers())
        .forEach((name, value) -> head.append(name).append(": ").append(value).append('\n'));
    return head.toString();
  }

  private ApiResponse send(HttpEvent event) {
    return api.handle(event.toRequest(), new TestContext(clock, Duration.ofSeconds(10)));
  }

  private HttpApi api() {
    Bookings bookings = new Bookings("bookings");
    return HttpApi.of("bookings-api")
        .store(new InMemoryStore())
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .retention(Duration.ofHours(24))
        .handler(
            (request, attempt) -> {
              HandlerResult result = bookings.handle(request, attempt);
              results.add(result);
              // The store in memory knows no table to write to.
              return result instanceof HandlerResult.Committing committing
                  ? HandlerResult.completed(committing.value().orElseThrow())
                  : result;
            })
        .build();
  }
}
