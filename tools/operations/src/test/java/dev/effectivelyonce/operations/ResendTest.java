package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.deadletters.Resend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sending one letter again; and the process that does it dies at each step. */
class ResendTest {
  private LetterBench bench;

  @BeforeEach
  void open(@TempDir Path directory) {
    bench = new LetterBench(directory);
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
    String id = bench.orders.sendDead("{\"customerId\":\"C-1\",\"totalCents\":1250}");
    Resend corrected = LetterBench.resend(id, Optional.of(Orders.body("O-1")), Resend.Key.SAME);

    try (FaultyAws aws = new FaultyAws(LocalAws.sqsEndpoint(), verb, call, last)) {
      LetterBench.dying(() -> bench.resend(corrected, aws.endpoint()));
      assertThat(aws.isBroken()).isTrue();
      bench.hidingEnds(aws);
    }
    assertThat(bench.lines()).hasSize(1);
    boolean isDone = verb.equals("DeleteMessage") && last == FaultyAws.Last.UNANSWERED;
    assertThat(bench.orders.bodies(bench.orders.deadLetters())).hasSize(isDone ? 0 : 1);
    if (!isDone) {
      bench.resend(corrected, LocalAws.sqsEndpoint());
    }

    assertThat(bench.orders.bodies(bench.orders.deadLetters())).isEmpty();
    assertThat(bench.orders.bodies(bench.orders.url(bench.orders.queue)))
        .hasSizeBetween(1, 2)
        .containsOnly(Orders.body("O-1"));
    assertThat(bench.lines()).hasSize(1);
    assertThat(bench.lines().getFirst().path("copy").path("Body").asText())
        .isEqualTo(Orders.body("O-1"));
  }

  @Test
  void anotherCorrectionIsSavedThoughTheFirstWasNeverSent() throws IOException {
    String id = bench.orders.sendDead("{\"customerId\":\"C-1\",\"totalCents\":1250}");
    String first = Orders.body("O-1");
    String second = Orders.body("O-1").replace("C-1", "Zo\u00eb");

    for (String body : List.of(first, second, second)) {
      Resend corrected = LetterBench.resend(id, Optional.of(body), Resend.Key.SAME);
      try (FaultyAws aws =
          new FaultyAws(LocalAws.sqsEndpoint(), "SendMessage", 1, FaultyAws.Last.REFUSED)) {
        LetterBench.dying(() -> bench.resend(corrected, aws.endpoint()));
        bench.hidingEnds(aws);
      }
    }

    assertThat(bench.lines())
        .extracting(line -> line.path("copy").path("Body").asText())
        .containsExactly(first, second);
  }
}
