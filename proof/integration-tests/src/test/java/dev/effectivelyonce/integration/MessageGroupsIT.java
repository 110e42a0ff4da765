package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.Function.Answer;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Tables.LedgerRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Order within a message group of the FIFO queue, and independence between groups. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.PAYMENTS)
class MessageGroupsIT {
  private static final long OPENING_CENTS = 1_000_000;

  private final DeployedStack stack;
  private final Consumer payments;

  MessageGroupsIT(DeployedStack stack) {
    this.stack = stack;
    this.payments = stack.payments();
  }

  @Test
  void aFailureThatIsRetriedHoldsItsOwnGroupAlone() {
    List<String> accounts = accounts(2);
    String held = accounts.getFirst();
    Outgoing first = payment(held, 100).simulating("fail-retryable");
    List<Outgoing> behind = List.of(payment(held, 200), payment(held, 300));
    Outgoing other = payment(accounts.getLast(), 400);

    payments.send(
        Stream.concat(Stream.of(first), Stream.concat(behind.stream(), Stream.of(other))));

    payments.awaitStatus(Status.COMPLETED, behind.getLast().key());
    assertThat(ledger(held)).isEqualTo(keys(first, behind.getFirst(), behind.getLast()));
    assertThat(attempts(first, behind.getFirst(), other)).containsExactly(2, 1, 1);
    assertThat(payments.record(other.key()).orElseThrow().updatedAt())
        .isBefore(payments.record(first.key()).orElseThrow().updatedAt());
  }

  /** The batch is the test's own, since LocalStack gives a batch messages of one group alone. */
  @Test
  void groupsOfOneBatchRunSideBySide() {
    List<Outgoing> slow =
        accounts(6).stream().map(account -> payment(account, 100).simulating("slow:2000")).toList();

    Answer answer = payments.function().invoke(Function.LIVE, slow);

    // One after another they would take 12 s, and the function is ended after 5 s.
    assertThat(answer.failed()).isEmpty();
    assertThat(slow)
        .allSatisfy(
            message -> assertThat(payments.record(message.key()).orElseThrow().attempt()).isOne());
  }

  private List<String> accounts(int count) {
    return IntStream.range(0, count)
        .mapToObj(ignored -> stack.newName("account"))
        .peek(account -> stack.tables().openAccount(account, OPENING_CENTS))
        .toList();
  }

  private Outgoing payment(String account, long amountCents) {
    return Outgoing.payment(stack.newName("payment"), account, amountCents);
  }

  private List<String> ledger(String account) {
    return stack.tables().ledger(account).stream().map(LedgerRow::paymentId).toList();
  }

  private static List<String> keys(Outgoing... messages) {
    return Stream.of(messages).map(Outgoing::key).toList();
  }

  private List<Integer> attempts(Outgoing... messages) {
    return Stream.of(messages)
        .map(message -> payments.record(message.key()).orElseThrow().attempt())
        .toList();
  }
}
