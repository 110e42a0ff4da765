package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Queue;
import dev.effectivelyonce.integration.stack.Uses;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * What LocalStack does otherwise than AWS. Each test fails when LocalStack changes; then the page
 * docs/localstack.md and what was built around the difference can change too.
 */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
@ResourceLock(Uses.PAYMENTS)
class LocalStackDifferencesIT {

  private final DeployedStack stack;
  private final Consumer orders;
  private final Consumer payments;

  LocalStackDifferencesIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
    this.payments = stack.payments();
  }

  /** On AWS the quick one would run beside the slow one and end first. */
  @Test
  void aQueueHasOneInvocationAtATimeWhateverItsMaximumConcurrency() {
    Outgoing slow = Outgoing.order(stack.newName("slow")).simulating("slow:3000");
    Outgoing quick = Outgoing.order(stack.newName("quick"));

    orders.send(slow);
    orders.awaitStatus(Status.INPROGRESS, slow.key());
    orders.send(quick);
    orders.awaitCompleted(List.of(slow, quick));

    assertThat(orders.function().mapping().scalingConfig().maximumConcurrency()).isEqualTo(4);
    assertThat(completed(orders, quick)).isAfter(completed(orders, slow));
  }

  /** On AWS a batch of a FIFO queue holds messages of several groups. */
  @Test
  void aBatchOfAFifoQueueHoldsMessagesOfOneGroupAlone() {
    List<Outgoing> slow =
        IntStream.range(0, 3)
            .mapToObj(ignored -> stack.newName("account"))
            .peek(account -> stack.tables().openAccount(account, 100))
            .map(account -> Outgoing.payment(stack.newName("payment"), account, 1))
            .map(payment -> payment.simulating("slow:1000"))
            .toList();

    payments.send(slow.stream());
    payments.awaitCompleted(slow);

    List<Instant> ends =
        slow.stream().map(payment -> completed(payments, payment)).sorted().toList();
    assertThat(Duration.between(ends.get(0), ends.get(1))).isGreaterThan(Duration.ofMillis(900));
    assertThat(Duration.between(ends.get(1), ends.get(2))).isGreaterThan(Duration.ofMillis(900));
  }

  @Test
  void aFunctionIsNotFoundByTheArnOfItsAlias() {
    String arn = orders.function().mapping().functionArn();

    assertThatThrownBy(() -> lambda().getFunctionConfiguration(get -> get.functionName(arn)))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  /** On AWS it was not tried: the pages name the destination, which moves all. */
  @Test
  void aRedriveLeavesWhatWasSentToTheDeadLetterQueueByHand() {
    Queue deadLetters = orders.deadLetters().queue();
    SqsClient sqs = stack.clients().sqs();
    String source = deadLetters.arn();
    orders.deadLetters().empty();
    deadLetters.send(List.of(Outgoing.order(stack.newName("by-hand"))));

    sqs.startMessageMoveTask(task -> task.sourceArn(source));

    Eventually.holds(
        "the redrive ends",
        () ->
            assertThat(sqs.listMessageMoveTasks(list -> list.sourceArn(source)).results())
                .noneMatch(task -> task.status().equals("RUNNING")));
    assertThat(deadLetters.depth()).isOne();
    sqs.purgeQueue(purge -> purge.queueUrl(deadLetters.url()));
  }

  private LambdaClient lambda() {
    return stack.clients().lambda();
  }

  private static Instant completed(Consumer consumer, Outgoing message) {
    return consumer.record(message.key()).orElseThrow().updatedAt();
  }
}
