package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outage;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Queue;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** SQS's own redrive, StartMessageMoveTask, which knows nothing of records. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class RedriveIT {

  private final DeployedStack stack;
  private final Consumer orders;
  private final Queue deadLetters;

  RedriveIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
    this.deadLetters = orders.deadLetters().queue();
  }

  @Test
  void aRedriveRunsWhatHadNotRunAndNothingElse() {
    Outgoing completed = Outgoing.order(stack.newName("completed"));
    Outgoing absent = Outgoing.order(stack.newName("absent"));
    Outgoing failed = Outgoing.order(stack.newName("failed")).simulating("fail-permanent");
    Outgoing retryable = Outgoing.order(stack.newName("retryable")).simulating("fail-retryable!");
    orders.deadLetters().empty();
    orders.warmUp(Outgoing.order(stack.newName("order")));
    orders.send(completed, failed, retryable);
    orders.awaitStatus(Status.COMPLETED, completed.key());
    orders.awaitDeadLetters(2);
    orders.deadLetters().empty();
    Outage.deadLetter(orders, completed, absent, failed.again(), retryable.again());

    SqsClient sqs = stack.clients().sqs();
    String source = deadLetters.arn();
    sqs.startMessageMoveTask(task -> task.sourceArn(source));

    orders.awaitCompleted(List.of(absent, retryable));
    orders.awaitDeadLetters(1);
    orders.awaitEmptyQueue();
    orders.assertRan(completed, Status.COMPLETED, 1, 1);
    orders.assertRan(absent, Status.COMPLETED, 1, 1);
    orders.assertRanAfterFailures(retryable, 4);
    orders.assertRan(failed, Status.FAILED, 1, 0);
    assertThat(orders.deadLetters().take())
        .extracting(Message::body)
        .containsExactly(failed.body());
  }
}
