package dev.effectivelyonce.local.engines;

import java.io.IOException;
import java.io.OutputStream;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * The broker's process. It gives an empty data folder its identity, serves, and ends with the
 * runner, even one that is killed.
 */
final class KafkaBroker {
  private KafkaBroker() {}

  public static void main(String[] arguments) {
    String settings = arguments[0];
    String clusterId = arguments[1];
    Thread.ofPlatform().daemon().name("ends-with-the-runner").start(KafkaBroker::awaitRunnersEnd);
    int status =
        StorageTool.execute(
            new String[] {"format", "--ignore-formatted", "-t", clusterId, "-c", settings},
            System.out);
    if (status != 0) {
      throw new IllegalStateException("The data folder can't be formatted, see above");
    }
    Kafka.main(new String[] {settings});
  }

  /** The runner holds the other end of the standard input, which its end closes. */
  private static void awaitRunnersEnd() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The input is gone, and the runner with it.
    }
    Runtime.getRuntime().halt(0);
  }
}
