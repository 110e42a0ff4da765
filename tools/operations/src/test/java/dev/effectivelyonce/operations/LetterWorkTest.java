package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.Resend;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.replay.RunEnd;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exporting and discarding; and the process that does it dies at each step. */
class LetterWorkTest {
  private LetterBench bench;

  @BeforeEach
  void open(@TempDir Path directory) {
    bench = new LetterBench(directory);
  }

  @Test
  void aLineThatACrashHasCutOffIsTakenAwayAndWrittenAgain() throws IOException {
    bench.orders.sendDead(Orders.body("O-1"));
    bench.export();
    String whole = Files.readString(bench.file);
    bench.orders.sendDead(Orders.body("O-2"));
    Files.writeString(bench.file, whole.substring(0, 40), StandardOpenOption.APPEND);

    bench.export();

    assertThat(bench.lines()).hasSize(2);
    assertThat(Files.readString(bench.file)).startsWith(whole);
  }

  @Test
  void twoCommandsDoNotWriteIntoOneFile() {
    LetterFile other = LetterFile.open(bench.file);
    assertThatThrownBy(() -> LetterFile.open(bench.file))
        .hasMessageContaining("Another command writes");
    other.close();
    LetterFile.open(bench.file).close();
  }

  @Test
  void aLetterAsLongAsSqsTakesIsExportedResentAndDiscarded() throws IOException {
    String body = LetterBench.longest();
    String id = bench.orders.sendDead(body);
    URI sqs = LocalAws.sqsEndpoint();

    assertThat(bench.export().done()).isEqualTo(1);
    Resend asItIs = LetterBench.resend(id, Optional.empty(), Resend.Key.SAME);
    assertThat(bench.resend(asItIs, sqs).done()).isEqualTo(1);
    assertThat(bench.orders.bodies(bench.orders.url(bench.orders.queue))).containsExactly(body);
    bench.orders.sendDead(body);
    assertThat(bench.discard(sqs, bench.file).done()).isEqualTo(1);

    assertThat(bench.orders.bodies(bench.orders.deadLetters())).isEmpty();
    assertThat(bench.lines()).hasSize(3).allMatch(it -> it.path("Body").asText().equals(body));
  }

  @ParameterizedTest
  @CsvSource({
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
    bodies.forEach(bench.orders::sendDead);

    try (FaultyAws aws = new FaultyAws(LocalAws.sqsEndpoint(), verb, call, last)) {
      LetterBench.dying(() -> bench.discard(aws.endpoint(), bench.file));
      assertThat(aws.isBroken()).isTrue();
      bench.hidingEnds(aws);
    }
    List<String> somewhere = new ArrayList<>(bench.orders.bodies(bench.orders.deadLetters()));
    if (Files.exists(bench.file)) {
      bench.lines().forEach(line -> somewhere.add(line.path("Body").asText()));
    }
    // A receive whose answer is lost hides ten letters for five minutes, and loses none.
    if (!(verb.equals("ReceiveMessage") && last == FaultyAws.Last.UNANSWERED)) {
      assertThat(somewhere).containsAll(bodies);
      bench.discard(LocalAws.sqsEndpoint(), bench.file);
      assertThat(bench.orders.bodies(bench.orders.deadLetters())).isEmpty();
      assertThat(bench.lines())
          .map(line -> line.path("Body").asText())
          .containsExactlyInAnyOrderElementsOf(bodies);
    }
  }

  @Test
  void credentialsThatExpireHalfWayEndTheWorkAndWhatWasDoneIsSaid() {
    IntStream.range(0, 25).forEach(i -> bench.orders.sendDead(Orders.body("O-" + i)));

    try (FaultyAws aws =
        new FaultyAws(LocalAws.sqsEndpoint(), "DeleteMessage", 12, FaultyAws.Last.REFUSED)) {
      WorkResult result = bench.discard(aws.endpoint(), bench.file);

      assertThat(result.pass().report().end()).isEqualTo(RunEnd.FAULT);
      assertThat(result.pass().report().problem().orElseThrow()).contains("ExpiredToken");
      bench.hidingEnds(aws);
      assertThat(result.done()).isEqualTo(11);
      assertThat(result.failed()).isPositive();
      assertThat(bench.orders.bodies(bench.orders.deadLetters())).hasSize(14);
    }
  }

  @Test
  void twoOperatorsWhoDiscardAtOnceSaveEachLetterAndDeleteIt(@TempDir Path other)
      throws IOException {
    List<String> bodies = IntStream.range(0, 120).mapToObj(i -> Orders.body("O-" + i)).toList();
    bodies.forEach(bench.orders::sendDead);
    Path second = other.resolve("letters.jsonl");

    CompletableFuture<WorkResult> one =
        CompletableFuture.supplyAsync(() -> bench.discard(LocalAws.sqsEndpoint(), bench.file));
    CompletableFuture<WorkResult> two =
        CompletableFuture.supplyAsync(() -> bench.discard(LocalAws.sqsEndpoint(), second));

    assertThat(one.join().done() + two.join().done()).isEqualTo(120);
    assertThat(bench.orders.bodies(bench.orders.deadLetters())).isEmpty();
    List<String> saved = new ArrayList<>(Files.readAllLines(bench.file));
    saved.addAll(Files.readAllLines(second));
    assertThat(saved).hasSize(120);
  }
}
