package dev.effectivelyonce.worker;

import com.rabbitmq.client.Delivery;
import dev.effectivelyonce.batch.BatchListener;
import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.rabbitmq.RabbitMqMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message from its delivery until it is acknowledged or given back. If it has to run again, it
 * waits here unacknowledged: a quorum queue counts each return, and drops or dead-letters a message
 * that came back too often. Its runs are one after the other.
 */
final class HeldMessage implements Runnable, BatchListener<RabbitMqMessage> {
  private static final Logger LOG = LoggerFactory.getLogger(HeldMessage.class);

  private final Delivery message;
  private final Subscription subscription;
  private final RabbitWorker worker;
  private final Instant holdUntil;
  private volatile Duration asked = Duration.ZERO;
  private volatile int tries;

  /**
   * @param holdUntil when it is given back instead of waiting once more
   */
  HeldMessage(Delivery message, Subscription subscription, RabbitWorker worker, Instant holdUntil) {
    this.message = message;
    this.subscription = subscription;
    this.worker = worker;
    this.holdUntil = holdUntil;
  }

  /** Returns the number that its channel gave it. */
  long tag() {
    return message.getEnvelope().getDeliveryTag();
  }

  @Override
  public void run() {
    try {
      worker.handle(message, subscription::isEnding, this);
      subscription.acknowledge(this);
    } catch (UnfinishedBatchException notDone) {
      again();
    } catch (Throwable thrown) {
      // Whatever it is, a message that is neither acknowledged nor given back would be stuck.
      LOG.error("A message failed. It is tried again.", thrown);
      worker.failIfFatal(thrown);
      again();
    }
  }

  private void again() {
    Duration left = Duration.between(worker.now(), holdUntil);
    if (!left.isPositive()) {
      subscription.giveBack(this);
      return;
    }
    int failed = tries + 1;
    tries = failed;
    Duration wait = Collections.max(List.of(asked, worker.backoff(failed)));
    asked = Duration.ZERO;
    subscription.runAgain(this, Collections.min(List.of(wait, left)));
  }

  @Override
  public void onSettled(HandledMessage<RabbitMqMessage> handled) {
    if (handled.disposition() instanceof Fail fail) {
      asked = fail.visibleAfter().orElse(Duration.ZERO);
    }
  }

  @Override
  public void onFatal(FatalProcessError error) {
    worker.failIfFatal(error);
  }
}
