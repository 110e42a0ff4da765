package dev.effectivelyonce.integration.environment;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A PostgreSQL server beside LocalStack, in a container that those of the functions can reach. No
 * image of PostgreSQL is needed: the server of the embedded tests runs in the functions' own image.
 */
public final class Postgres implements AutoCloseable {
  /** A file of each jar that the server's process needs, and of the tests' own classes. */
  private static final List<String> NEEDED =
      List.of(
          "dev/effectivelyonce/integration/environment/PostgresInContainer.class",
          "io/zonky/test/db/postgres/embedded/EmbeddedPostgres.class",
          "postgres-linux-x86_64.txz",
          "org/postgresql/Driver.class",
          "org/slf4j/Logger.class",
          "org/tukaani/xz/XZInputStream.class",
          "org/apache/commons/codec/digest/DigestUtils.class",
          "org/apache/commons/compress/archivers/tar/TarArchiveInputStream.class",
          "org/apache/commons/io/IOUtils.class",
          "org/apache/commons/lang3/StringUtils.class");

  /** A user of the image that is not root, as which the server refuses to run. */
  private static final String USER = "993";

  private final GenericContainer<?> container;

  private Postgres(GenericContainer<?> container) {
    this.container = container;
  }

  /** Starts it, empty. */
  public static Postgres start() {
    List<Path> places = NEEDED.stream().map(Postgres::placeOf).toList();
    List<String> names =
        IntStream.range(0, places.size()).mapToObj("/postgres/%s"::formatted).toList();
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(Gateway.image(Settings.ofThisProcess())))
            .withExposedPorts(PostgresInContainer.PORT)
            .withCreateContainerCmdModifier(create -> create.withEntrypoint("java").withUser(USER))
            // The image names a locale that it does not have.
            .withEnv("LC_ALL", "C")
            .withCommand("-cp", String.join(":", names), PostgresInContainer.class.getName())
            .waitingFor(Wait.forLogMessage(".*listens on port.*", 1));
    IntStream.range(0, places.size())
        .forEach(
            place ->
                container.withCopyFileToContainer(
                    MountableFile.forHostPath(places.get(place)), names.get(place)));
    container.start();
    return new Postgres(container);
  }

  /** Returns the jar or folder of a file on the class path. */
  private static Path placeOf(String file) {
    URL found =
        Optional.ofNullable(Postgres.class.getClassLoader().getResource(file))
            .orElseThrow(() -> new UnusableEnvironmentException("Not on the class path: " + file));
    String place =
        found.toString().replaceFirst("^jar:", "").replaceFirst("!?/\\Q" + file + "\\E$", "");
    try {
      return Path.of(new URI(place));
    } catch (URISyntaxException e) {
      throw new UnusableEnvironmentException("No file holds " + file + ": " + e.getMessage());
    }
  }

  /** Returns the host by which containers on Docker's own network reach it. */
  public String host() {
    return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
        .findFirst()
        .orElseThrow()
        .getIpAddress();
  }

  /** Returns the address of a database for JDBC on this machine, as its owner. */
  public String url(String database) {
    return "jdbc:postgresql://%s:%s/%s?user=postgres"
        .formatted(
            container.getHost(), container.getMappedPort(PostgresInContainer.PORT), database);
  }

  @Override
  public void close() {
    container.stop();
  }
}
