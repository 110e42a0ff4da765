package dev.effectivelyonce.integration.environment;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a run of the tests can be told.
 *
 * @param endpoint {@value #ENDPOINT}: a LocalStack that runs already; without it one is started
 * @param image {@value #IMAGE}: the image to start
 * @param containerEnvironment variables that the started LocalStack gets
 * @param projectRoot the directory of the project
 */
public record Settings(
    Optional<URI> endpoint,
    String image,
    Map<String, String> containerEnvironment,
    Path projectRoot) {
  /** The system property with the endpoint of a LocalStack that runs already. */
  public static final String ENDPOINT = "localstack.endpoint";

  /** The variable with the image's name. */
  public static final String IMAGE = "LOCALSTACK_IMAGE";

  private static final String DEFAULT_IMAGE = "localstack/localstack:4.14.0";
  private static final Set<String> PASSED_ON =
      Set.of("LOCALSTACK_AUTH_TOKEN", "LAMBDA_RUNTIME_IMAGE_MAPPING");

  /** The stack's functions are built for arm64, and a runtime image has one architecture. */
  private static final String ANY_ARCHITECTURE = "LAMBDA_IGNORE_ARCHITECTURE";

  /** LocalStack looks at an empty queue every 10 s, and after a failure not for up to a minute. */
  private static final Map<String, String> QUICK_POLLING =
      Map.of(
          "LAMBDA_EVENT_SOURCE_MAPPING_MAX_BACKOFF_ON_EMPTY_POLL_SEC", "1",
          "LAMBDA_EVENT_SOURCE_MAPPING_MAX_BACKOFF_ON_ERROR_SEC", "1");

  /** From the environment and the system properties of this process. */
  public static Settings ofThisProcess() {
    return new Settings(
        given(System.getProperty(ENDPOINT, "")).map(URI::create),
        given(System.getenv().getOrDefault(IMAGE, "")).orElse(DEFAULT_IMAGE),
        passedOn(System.getenv(), System.getProperty("os.arch", "")),
        Path.of(System.getProperty("project.root", "../..")).toAbsolutePath().normalize());
  }

  private static Map<String, String> passedOn(Map<String, String> environment, String hostCpu) {
    Map<String, String> passed = new HashMap<>(environment);
    passed.keySet().retainAll(PASSED_ON);
    passed.values().removeIf(String::isBlank);
    if (hostCpu.equals("amd64") || hostCpu.equals("x86_64")) {
      passed.put(ANY_ARCHITECTURE, "1");
    }
    passed.putAll(QUICK_POLLING);
    return Map.copyOf(passed);
  }

  private static Optional<String> given(String value) {
    return Optional.of(value).filter(Predicate.not(String::isBlank));
  }
}
