package dev.effectivelyonce.local.lambda;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What all functions share.
 *
 * @param workFolder where code is unpacked and logs are written
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
    List<String> launcher) {

  /** Creates a platform without a launcher. */
  public Platform(
      Clock clock,
      Supplier<UUID> ids,
      String region,
      URI dynamoDbEndpoint,
      URI sqsEndpoint,
      Path workFolder) {
    this(clock, ids, region, dynamoDbEndpoint, sqsEndpoint, workFolder, List.of());
  }

  /** The same with another launcher. */
  public Platform withLauncher(List<String> command) {
    return new Platform(
        clock, ids, region, dynamoDbEndpoint, sqsEndpoint, workFolder, List.copyOf(command));
  }
}
