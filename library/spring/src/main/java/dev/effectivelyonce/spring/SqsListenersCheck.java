package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import io.awspring.cloud.sqs.listener.AbstractMessageListenerContainer;
import io.awspring.cloud.sqs.listener.MessageListenerContainer;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.acknowledgement.handler.AcknowledgementMode;
import java.util.Collection;
import org.springframework.context.SmartLifecycle;

/** Looks at the containers of listeners before they receive a message. */
final class SqsListenersCheck implements SmartLifecycle {
  private final OnceBeans beans;
  private final MessageListenerContainerRegistry registry;
  private volatile boolean isRunning;

  SqsListenersCheck(OnceBeans beans, MessageListenerContainerRegistry registry) {
    this.beans = beans;
    this.registry = registry;
  }

  /**
   * @throws ConfigurationException if a container acknowledges messages that are not done, or a
   *     method with {@link Once} runs without a claim
   */
  @Override
  public void start() {
    beans.check();
    Collection<MessageListenerContainer<?>> containers = registry.getListenerContainers();
    containers.forEach(SqsListenersCheck::check);
    isRunning = true;
  }

  private static void check(MessageListenerContainer<?> container) {
    if (container instanceof AbstractMessageListenerContainer<?, ?, ?> it
        && it.getContainerOptions().getAcknowledgementMode() != AcknowledgementMode.ON_SUCCESS) {
      throw new ConfigurationException(
          "The container \"%s\" has the acknowledgement mode %s, by which messages that are not done are lost or done ones come back"
              .formatted(it.getId(), it.getContainerOptions().getAcknowledgementMode()),
          "Set ON_SUCCESS, which is the default");
    }
  }

  @Override
  public void stop() {
    isRunning = false;
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }

  /** Before any container. */
  @Override
  public int getPhase() {
    return Integer.MIN_VALUE;
  }
}
