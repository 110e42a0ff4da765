package dev.effectivelyonce.integration.environment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.gateway.GatewayInContainer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** The stand-in of the payment gateway, in a container that those of the functions can reach. */
public final class Gateway implements AutoCloseable {
  private static final int PORT = GatewayInContainer.PORT;
  private static final String RUNTIME_IMAGES = "LAMBDA_RUNTIME_IMAGE_MAPPING";
  private static final String RUNTIME = "java25";
  private static final String DEFAULT_IMAGE = "public.ecr.aws/lambda/java:25";

  private static final double FAULT_RATE = 0.2;
  private static final long SEED = 1;

  /** Longer than the function waits for an answer. */
  private static final long SLOWNESS_MILLIS = 1300;

  private static final List<Class<?>> NEEDED =
      List.of(GatewayInContainer.class, ObjectMapper.class, JsonFactory.class, JsonCreator.class);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final GenericContainer<?> container;

  private Gateway(GenericContainer<?> container) {
    this.container = container;
  }

  /** Starts it, with a fault in two of ten calls. */
  static Gateway start(Settings settings) {
    List<Path> places = NEEDED.stream().map(Gateway::placeOf).toList();
    List<String> names =
        IntStream.range(0, places.size()).mapToObj("/gateway/%s"::formatted).toList();
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image(settings)))
            .withExposedPorts(PORT)
            .withCreateContainerCmdModifier(create -> create.withEntrypoint("java"))
            .withCommand(
                "-cp",
                String.join(":", names),
                GatewayInContainer.class.getName(),
                Double.toString(FAULT_RATE),
                Long.toString(SEED),
                Long.toString(SLOWNESS_MILLIS))
            .waitingFor(Wait.forLogMessage(".*listens on port.*", 1));
    IntStream.range(0, places.size())
        .forEach(
            place ->
                container.withCopyFileToContainer(
                    MountableFile.forHostPath(places.get(place)), names.get(place)));
    container.start();
    return new Gateway(container);
  }

  /** The image that LocalStack runs the functions in: it has a Java, and is there anyway. */
  static String image(Settings settings) {
    String mapping = settings.containerEnvironment().getOrDefault(RUNTIME_IMAGES, "");
    try {
      return JSON.readTree(mapping).path(RUNTIME).asText(DEFAULT_IMAGE);
    } catch (JsonProcessingException e) {
      // A prefix of images' names, which LocalStack also takes.
      return DEFAULT_IMAGE;
    }
  }

  private static Path placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new UnusableEnvironmentException("No file holds " + type + ": " + e.getMessage());
    }
  }

  /** Where containers on Docker's own network reach it. */
  URI uri() {
    String address =
        container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
            .findFirst()
            .orElseThrow()
            .getIpAddress();
    return URI.create("http://%s:%s".formatted(address, PORT));
  }

  /** What it did for an order, in its order. */
  public List<Entry.Kind> ledger(String orderId) {
    URI ledger =
        URI.create(
            "http://%s:%s/ledger".formatted(container.getHost(), container.getMappedPort(PORT)));
    try (InputStream answer = ledger.toURL().openStream()) {
      return Stream.of(JSON.readValue(answer, Entry[].class))
          .filter(entry -> entry.orderId().equals(orderId))
          .map(Entry::kind)
          .toList();
    } catch (IOException e) {
      throw new AssertionError("The gateway's ledger can't be read", e);
    }
  }

  @Override
  public void close() {
    container.stop();
  }
}
