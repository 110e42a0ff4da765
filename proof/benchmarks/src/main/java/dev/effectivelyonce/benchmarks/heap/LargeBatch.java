package dev.effectivelyonce.benchmarks.heap;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.meter.CannedHttpClient;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * One batch, all new, in a process with a small heap. Below it are DynamoDB's store and the SDK, up
 * to an HTTP client with canned answers. The messages of the batch are on that heap too.
 */
public final class LargeBatch {
  private LargeBatch() {}

  /** Handles a batch of the size that is the argument; the exit status tells whether it could. */
  public static void main(String[] arguments) {
    SQSEvent batch =
        new Batches(Shape.standard(Mix.NEW, Integer.parseInt(arguments[0]))).next(1).getFirst();
    try (DynamoDbClient client = Clients.of(new CannedHttpClient());
        Subject subject = Contender.GROUPED.over(new Backing.Table(client, "records"))) {
      subject.select();
      System.exit(subject.handle(batch) == 0 ? 0 : 1);
    }
  }

  /** Returns whether a process with such a heap handles a batch of the size without a failure. */
  public static boolean fits(int size, int heapMiB) {
    try {
      return new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-XX:+UseSerialGC",
                      "-XX:+ExitOnOutOfMemoryError",
                      "-Xmx" + heapMiB + "m",
                      "-classpath",
                      System.getProperty("java.class.path"),
                      LargeBatch.class.getName(),
                      Integer.toString(size)))
              .inheritIO()
              .start()
              .onExit()
              .join()
              .exitValue()
          == 0;
    } catch (IOException e) {
      throw new UncheckedIOException("The process of the batch does not start", e);
    }
  }
}
