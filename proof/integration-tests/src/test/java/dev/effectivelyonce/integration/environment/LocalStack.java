package dev.effectivelyonce.integration.environment;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** A LocalStack with the stack deployed to it: one that ran already, or one in a container. */
public final class LocalStack implements AutoCloseable {
  /** The region of everything. */
  public static final String REGION = "us-east-1";

  /** LocalStack takes any. */
  public static final String ACCESS_KEY = "test";

  /** LocalStack takes any. */
  public static final String SECRET_KEY = "test";

  /** With room for the download of an image. */
  private static final Duration START_PATIENCE = Duration.ofMinutes(3);

  private final Optional<LocalStackContainer> container;
  private final URI endpoint;
  private final Gateway gateway;
  private final Cdk cdk;

  private LocalStack(Settings settings, Optional<LocalStackContainer> container, URI endpoint) {
    this.container = container;
    this.endpoint = endpoint;
    this.gateway = Gateway.start(settings);
    this.cdk = new Cdk(settings, endpoint, gateway.uri());
  }

  /**
   * Deploys the synthesized stack, to a container that is started first unless an endpoint is
   * given.
   *
   * @throws UnusableEnvironmentException if that fails; nothing is left running then
   */
  public static LocalStack withTheStack(Settings settings) {
    LocalStack localStack = start(settings);
    try {
      localStack.cdk.deploy();
      return localStack;
    } catch (RuntimeException e) {
      localStack.stop();
      throw e;
    }
  }

  private static LocalStack start(Settings settings) {
    if (settings.endpoint().isPresent()) {
      return new LocalStack(settings, Optional.empty(), settings.endpoint().get());
    }
    LocalStackContainer container =
        new LocalStackContainer(
                DockerImageName.parse(settings.image())
                    .asCompatibleSubstituteFor("localstack/localstack"))
            .withEnv(settings.containerEnvironment())
            .withStartupTimeout(START_PATIENCE);
    KinesisEngine.install(settings, container);
    container.start();
    KinesisEngine.provideNode(container);
    return new LocalStack(settings, Optional.of(container), container.getEndpoint());
  }

  /** The payment gateway that the stack calls. */
  public Gateway gateway() {
    return gateway;
  }

  /** Where its services answer. */
  public URI endpoint() {
    return endpoint;
  }

  /**
   * Removes the stack, and with it the functions' containers; then LocalStack, if it was started.
   */
  @Override
  public void close() {
    try {
      cdk.destroy();
    } finally {
      stop();
    }
  }

  private void stop() {
    gateway.close();
    container.ifPresent(LocalStackContainer::stop);
  }
}
