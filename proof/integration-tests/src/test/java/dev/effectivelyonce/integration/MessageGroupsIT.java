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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Order within a message group of the FIFO queue, and independence between groups. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.PAYMENTS)
class MessageGroupsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long OPENING_CENTS = 1_000_000;

  private final DeployedStack stack;
  private final Consumer payments;

  MessageGroupsIT(DeployedStack stack) {
    this.stack = stack;
    this.payments = stack.payments();
  }

  @Test
  void paymentsOfAnAccountAreBookedOnceAndInTheOrderOfSending() {
    List<String> accounts = accounts(4);
    List<Outgoing> sent =
        IntStream.range(0, 12)
            .boxed()
            .flatMap(round -> accounts.stream().map(account -> payment(account, round + 1)))
            .toList();

    payments.send(sent.stream().flatMap(payment -> payment.times(2)));

    payments.awaitCompleted(sent.stream().map(Outgoing::key).toList(), PATIENCE);
    payments.awaitEmptyQueue(PATIENCE);
    assertThat(accounts).allSatisfy(account -> assertBookedInOrder(account, sent));
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

    payments.awaitStatus(Status.COMPLETED, behind.getLast().key(), PATIENCE);
    assertThat(ledger(held)).isEqualTo(keys(first, behind.getFirst(), behind.getLast()));
    assertThat(attempts(first, behind.getFirst(), other)).containsExactly(2, 1, 1);
    assertThat(payments.record(other.key()).orElseThrow().updatedAt())
        .isBefore(payments.record(first.key()).orElseThrow().updatedAt());
  }

  @Test
  void aPaymentThatCanNeverBeBookedDoesNotHoldItsGroup() {
    String account = accounts(1).getFirst();
    Outgoing tooMuch = payment(account, OPENING_CENTS + 1);
    Outgoing next = payment(account, 100);

    payments.send(tooMuch, next);

    payments.awaitStatus(Status.COMPLETED, next.key(), PATIENCE);
    payments.awaitStatus(Status.FAILED, tooMuch.key(), PATIENCE);
    payments.awaitDeadLetter(tooMuch, PATIENCE);
    assertThat(ledger(account)).isEqualTo(keys(next));
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

  private void assertBookedInOrder(String account, List<Outgoing> sent) {
    List<Outgoing> ofAccount =
        sent.stream().filter(payment -> payment.group().equals(Optional.of(account))).toList();
    List<LedgerRow> ledger = stack.tables().ledger(account);
    assertThat(ledger)
        .extracting(LedgerRow::paymentId)
        .isEqualTo(ofAccount.stream().map(Outgoing::key).toList());
    assertThat(ledger)
        .extracting(LedgerRow::sequence)
        .isEqualTo(IntStream.rangeClosed(1, ofAccount.size()).boxed().toList());
    long spentCents = ledger.stream().mapToLong(LedgerRow::amountCents).sum();
    assertThat(stack.tables().account(account).balanceCents())
        .isEqualTo(OPENING_CENTS - spentCents);
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
