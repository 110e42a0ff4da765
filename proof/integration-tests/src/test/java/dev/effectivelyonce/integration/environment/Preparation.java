package dev.effectivelyonce.integration.environment;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.testcontainers.DockerClientFactory;

/** Checks before the tests that they can run, and installs the command lines that they type. */
public final class Preparation {
  private static final int NOT_POSSIBLE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Preparation() {}

  /** Ends with status 2 and one line if the tests can't run. */
  public static void main(String[] arguments) {
    Settings settings = Settings.ofThisProcess();
    try {
      checkDocker();
      settings
          .endpoint()
          .ifPresentOrElse(Preparation::checkEndpoint, () -> checkImage(settings.image()));
      installNodePackages(settings);
      AwsCli.install(settings);
      OperatorCli.install(settings);
    } catch (UnusableEnvironmentException e) {
      System.err.println(e.getMessage());
      System.exit(NOT_POSSIBLE);
    }
    System.exit(0);
  }

  private static void checkDocker() {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new UnusableEnvironmentException(
          "The LocalStack tests need Docker, and no Docker daemon answers: start it (or install it,"
              + " https://docs.docker.com/get-docker), or set DOCKER_HOST to one that runs.");
    }
  }

  /** Pulled here if need be: as part of a container's start, a failure takes minutes to show. */
  private static void checkImage(String image) {
    DockerClient docker = DockerClientFactory.instance().client();
    try {
      docker.inspectImageCmd(image).exec();
    } catch (NotFoundException absent) {
      pull(docker, image);
    }
  }

  private static void pull(DockerClient docker, String image) {
    System.err.println("Pulling " + image);
    try {
      docker.pullImageCmd(image).start().awaitCompletion();
    } catch (DockerException | DockerClientException e) {
      throw new UnusableEnvironmentException(
          "The image %s can't be pulled (%s): make it available to Docker, or set %s to one that is."
              .formatted(image, String.valueOf(e.getMessage()).strip(), Settings.IMAGE));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableEnvironmentException("Interrupted while pulling " + image);
    }
  }

  private static void checkEndpoint(URI endpoint) {
    HttpRequest health =
        HttpRequest.newBuilder(endpoint.resolve("/_localstack/health")).timeout(PATIENCE).build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      http.send(health, HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UnusableEnvironmentException(
          "No LocalStack answers at %s: start it there, or leave out -D%s to have one started."
              .formatted(endpoint, Settings.ENDPOINT));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableEnvironmentException("Interrupted while asking for LocalStack.");
    }
  }

  private static void installNodePackages(Settings settings) {
    if (!Files.isExecutable(Cdk.executable(settings))
        || !Files.isDirectory(KinesisEngine.folder(settings))) {
      new Command(settings.projectRoot(), List.of("npm", "ci", "--no-audit", "--no-fund"))
          .run("npm ci, for the CDK command line and Kinesis (Node.js 22 or newer brings npm)");
    }
  }
}
