package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.bench.FaultyAws;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process of its own is killed by SIGKILL during a call, before or after it is carried out. It is
 * started again: nothing is lost, and nothing happens twice.
 */
@Tag("full")
class KilledTest extends LiveCommandTest {

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "UNANSWERED"})
  void aDecisionAboutManyRecordsGoesOnAndEachHasOneEntry(FaultyAws.Last last) {
    IntStream.range(0, 5).forEach(number -> bench.held("O-" + number));
    String[] words = {
      "settle", "retry", "--consumer=orders", "--list=held", "--reason=T-7", "--yes"
    };
    try (FaultyAws table =
        new FaultyAws(bench.aws.dynamoDbEndpoint(), "TransactWriteItems", 3, last)) {
      kill(table, bench.aws.sqsEndpoint(), table.endpoint(), words);
    }
    int done = last == FaultyAws.Last.UNANSWERED ? 3 : 2;
    assertThat(settled()).isEqualTo(done);

    Run again = bench.run(words);

    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("settled as RETRYABLE   " + (5 - done));
    assertThat(settled()).isEqualTo(5);
    IntStream.range(0, 5).forEach(number -> assertThat(trail("O-" + number)).hasSize(1));
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "UNANSWERED"})
  void aForgetKeepsWhatTheRecordWasAndForgetsItOnce(FaultyAws.Last last) throws IOException {
    bench.completed("O-1");
    Path saved = bench.directory().resolve("it.json");
    try (FaultyAws table =
        new FaultyAws(bench.aws.dynamoDbEndpoint(), "TransactWriteItems", 1, last)) {
      kill(table, bench.aws.sqsEndpoint(), table.endpoint(), forget("it.json"));
    }
    String before = Files.readString(saved);
    IdempotencyRecord left = found();
    assertThat(before).contains("COMPLETED");
    assertThat(left.isForgotten()).isEqualTo(last == FaultyAws.Last.UNANSWERED);

    Run again = bench.run(forget("it.json"));

    assertThat(again.exitCode()).isNotZero();
    assertThat(again.err()).contains("nothing was changed");
    assertThat(Files.readString(saved)).isEqualTo(before);
    assertThat(found()).isEqualTo(left);
    if (!left.isForgotten()) {
      assertThat(bench.run(forget("again.json")).exitCode()).isZero();
    }
    assertThat(found().isForgotten()).isTrue();
    assertThat(trail("O-1")).map(TrailEntry::action).containsExactly("FORGET");
  }

  private static String[] forget(String file) {
    return new String[] {
      "forget", "--consumer=orders", "--key=O-1", "--reason=T-7", "--save=" + file, "--yes"
    };
  }

  /** The process is dead when the last call goes on. */
  private void kill(FaultyAws service, URI sqs, URI dynamoDb, String... words) {
    CompletableFuture<Process> running = new CompletableFuture<>();
    service.doing(() -> running.join().destroyForcibly().onExit().join());
    try {
      Process process =
          bench
              .process(sqs, dynamoDb, words)
              .redirectOutput(bench.directory().resolve("out").toFile())
              .redirectError(bench.directory().resolve("err").toFile())
              .start();
      running.complete(process);
      assertThat(process.waitFor()).as("128 + SIGKILL").isEqualTo(137);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private long settled() {
    return IntStream.range(0, 5)
        .mapToObj(number -> bench.store().find(Bench.id("O-" + number)).orElseThrow())
        .filter(record -> record.status() == Status.RETRYABLE)
        .count();
  }

  private List<TrailEntry> trail(String key) {
    return bench.store().trail().orElseThrow().entries(Bench.id(key));
  }

  private IdempotencyRecord found() {
    return bench.store().find(Bench.id("O-1")).orElseThrow();
  }
}
