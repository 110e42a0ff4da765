package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.bench.ManyLetters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dead letters that are many times larger than the memory of the process that counts them. {@code
 * -Dletters=100000 -DbodyBytes=1000 -DheapMegabytes=128} counts others.
 */
@Tag("full")
class ManyLettersTest {
  private static final int LETTERS = Integer.getInteger("letters", 1_000);
  private static final int BODY_BYTES = Integer.getInteger("bodyBytes", 100_000);
  private static final int HEAP_MEGABYTES = Integer.getInteger("heapMegabytes", 64);

  @Test
  void aSummaryHoldsNoBodiesAndGivesBackAllThatItReceived(@TempDir Path directory)
      throws Exception {
    try (ManyLetters letters = new ManyLetters(LETTERS, BODY_BYTES, Instant.now().toEpochMilli())) {
      Process process = start(directory, letters, "--summary", "--output=json");

      int exitCode = process.waitFor();
      assertThat(exitCode).as("%s", Files.readString(directory.resolve("err"))).isZero();
      assertThat(Files.readString(directory.resolve("out")))
          .contains(
              "\"count\" : " + LETTERS + ",", "\"cause\" : \"com.example.CardDeclined at #\"");
      assertThat(letters.receivedCount()).isEqualTo(LETTERS);
      assertThat(letters.givenBackCount()).isEqualTo(LETTERS);
    }
  }

  @Test
  void aLetterOfAMebibyteIsExported(@TempDir Path directory) throws Exception {
    try (ManyLetters letters = new ManyLetters(1, 1 << 20, Instant.now().toEpochMilli())) {
      assertThat(start(directory, letters, "export", "--to=saved.jsonl").waitFor()).isZero();
    }
    assertThat(Files.size(directory.resolve("saved.jsonl"))).isGreaterThan(1 << 20);
  }

  private static Process start(Path directory, ManyLetters letters, String... words)
      throws IOException {
    Files.writeString(directory.resolve("effectively-once.json"), letters.config());
    ProcessBuilder process =
        Bench.process(
            directory,
            List.of("-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            Bench.words("dead-letters", words));
    process.command().addAll(List.of("--consumer=orders", "--endpoint=" + letters.endpoint()));
    return process
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }
}
