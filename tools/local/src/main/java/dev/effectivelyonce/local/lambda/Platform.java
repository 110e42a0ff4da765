package dev.effectivelyonce.local.lambda;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * What all functions share.
 *
 * @param workFolder where code is unpacked and logs are written
 * @param coldStarts the processes that may start and run their first invocation at a time. Each
 *     keeps a processor busy for seconds, and where a dozen share two, each would run out of time
 * @param launcher the command that starts a process by running the command behind it; empty for
 *     none
 */
public record Platform(
    Clock clock,
    Supplier<UUID> ids,
    String region,
    URI dynamoDbEndpoint,
    URI sqsEndpoint,
    Path workFolder,
    Semaphore coldStarts,
    List<String> launcher) {

  /** Creates a platform with as many cold starts at a time as processors, and no launcher. */
  public Platform(
      Clock clock,
      Supplier<UUID> ids,
      String region,
      URI dynamoDbEndpoint,
      URI sqsEndpoint,
      Path workFolder) {
    this(
        clock,
        ids,
        region,
        dynamoDbEndpoint,
        sqsEndpoint,
        workFolder,
        new Semaphore(Runtime.getRuntime().availableProcessors(), true),
        List.of());
  }

  /** The same with another launcher. */
  public Platform withLauncher(List<String> command) {
    return new Platform(
        clock,
        ids,
        region,
        dynamoDbEndpoint,
        sqsEndpoint,
        workFolder,
        coldStarts,
        List.copyOf(command));
  }
}
