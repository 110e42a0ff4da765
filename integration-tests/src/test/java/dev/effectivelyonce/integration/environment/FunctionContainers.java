package dev.effectivelyonce.integration.environment;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Container;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.testcontainers.DockerClientFactory;

/**
 * The containers that LocalStack runs a function in. They are known by the function's name, which
 * ends in characters drawn at its deployment, so that another run's are never meant.
 */
public final class FunctionContainers {
  private final DockerClient docker = DockerClientFactory.instance().client();
  private final String functionName;

  /** The containers of a function of that name. */
  public FunctionContainers(String functionName) {
    this.functionName = functionName.toLowerCase(Locale.ROOT);
  }

  /** The ids of those that run now. */
  public List<String> running() {
    return docker.listContainersCmd().exec().stream()
        .filter(this::isOurs)
        .map(Container::getId)
        .toList();
  }

  /**
   * Ends one as if its machine had died.
   *
   * @return whether it still ran
   */
  public boolean kill(String id) {
    try {
      docker.killContainerCmd(id).exec();
      return true;
    } catch (DockerException e) {
      return false;
    }
  }

  /** Removes whatever is left of them. */
  public void removeAll() {
    docker.listContainersCmd().withShowAll(true).exec().stream()
        .filter(this::isOurs)
        .forEach(container -> remove(container.getId()));
  }

  private void remove(String id) {
    try {
      docker.removeContainerCmd(id).withForce(true).exec();
    } catch (DockerException e) {
      // LocalStack removes them too, and either may be first.
    }
  }

  private boolean isOurs(Container container) {
    return Arrays.stream(container.getNames()).anyMatch(name -> name.contains(functionName));
  }
}
