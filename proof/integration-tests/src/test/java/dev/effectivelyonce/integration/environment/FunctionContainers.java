package dev.effectivelyonce.integration.environment;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Frame;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.testcontainers.DockerClientFactory;

/**
 * The containers that LocalStack runs a function in. They are known by the function's name, which
 * ends in characters drawn at its deployment, so that another run's are never meant.
 */
public final class FunctionContainers {
  private static final String KILLED = "killed";

  /** The runtime is a child of LocalStack's own first process. */
  private static final String KILL_JAVA =
      "for p in /proc/[0-9]*; do read -r name < $p/comm && [ $name = java ]"
          + " && kill -9 ${p#/proc/} && echo "
          + KILLED
          + " && exit; done";

  private final DockerClient docker = DockerClientFactory.instance().client();
  private final String functionName;

  /** The containers of a function of that name. */
  public FunctionContainers(String functionName) {
    this.functionName = functionName.toLowerCase(Locale.ROOT);
  }

  /** The ids of those that run now and did so at a time. */
  public List<String> runningSince(Instant time) {
    return docker.listContainersCmd().exec().stream()
        .filter(this::isOurs)
        .filter(container -> container.getCreated() <= time.getEpochSecond())
        .map(Container::getId)
        .toList();
  }

  /**
   * Kills the runtime's process in one, in the middle of whatever it does. LocalStack notices that,
   * as Lambda does, while it waits 15 minutes for the answer of a container that Docker has killed.
   *
   * @return whether there was such a process
   */
  public boolean killRuntime(String id) {
    // What it prints, and not its status: LocalStack may remove the container before that is asked.
    StringBuilder printed = new StringBuilder();
    try {
      String kill =
          docker
              .execCreateCmd(id)
              .withAttachStdout(true)
              .withCmd("sh", "-c", KILL_JAVA)
              .exec()
              .getId();
      docker.execStartCmd(kill).exec(appendingTo(printed)).awaitCompletion();
    } catch (DockerException e) {
      // The container goes, with its process or without one.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return printed.indexOf(KILLED) >= 0;
  }

  private static ResultCallback.Adapter<Frame> appendingTo(StringBuilder printed) {
    return new ResultCallback.Adapter<>() {
      @Override
      public void onNext(Frame frame) {
        printed.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
      }
    };
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
