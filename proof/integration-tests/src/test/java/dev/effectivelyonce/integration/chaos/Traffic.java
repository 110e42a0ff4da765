package dev.effectivelyonce.integration.chaos;

import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is sent, drawn from a seed.
 *
 * @param orders each order once
 * @param payments each payment once, in the order in which those of an account are first sent
 * @param orderMessages the orders with copies, in the order of sending
 * @param paymentMessages the payments with copies, in the order of sending
 */
record Traffic(
    List<String> accounts,
    List<Outgoing> orders,
    List<Outgoing> payments,
    List<Outgoing> orderMessages,
    List<Outgoing> paymentMessages) {
  static final long OPENING_CENTS = 10_000_000;
  private static final int ORDERS = 700;
  private static final int ACCOUNTS = 60;

  /** In runs of five, since LocalStack gives an invocation the messages of one group alone. */
  private static final int ROUNDS = 2;

  private static final int PAYMENTS_IN_A_RUN = 5;
  private static final int MOST_CENTS = 500;
  private static final double COPIED_SHARE = 0.6;

  /** Without them a runtime is killed between two invocations more often than in one. */
  private static final double SLOW_SHARE = 0.15;

  private static final String SLOW = "slow:300";

  /** An order's first attempt does not return. */
  private static final String HANGING = "timeout";

  static Traffic draw(DeployedStack stack, Random random) {
    List<String> accounts =
        IntStream.range(0, ACCOUNTS).mapToObj(ignored -> stack.newName("account")).toList();
    List<Outgoing> orders =
        Stream.concat(
                Stream.of(Outgoing.order(stack.newName("hanging")).simulating(HANGING)),
                IntStream.range(0, ORDERS)
                    .mapToObj(
                        ignored -> perhapsSlow(Outgoing.order(stack.newName("order")), random)))
            .toList();
    List<Outgoing> payments =
        IntStream.range(0, ROUNDS)
            .boxed()
            .flatMap(ignored -> accounts.stream())
            .flatMap(account -> run(stack, account, random))
            .toList();
    return new Traffic(
        accounts,
        orders,
        payments,
        withCopies(orders, ORDERS, random),
        withCopies(payments, PAYMENTS_IN_A_RUN, random));
  }

  private static Stream<Outgoing> run(DeployedStack stack, String account, Random random) {
    return IntStream.range(0, PAYMENTS_IN_A_RUN)
        .mapToObj(ignored -> payment(stack, account, random));
  }

  private static Outgoing payment(DeployedStack stack, String account, Random random) {
    int cents = 1 + random.nextInt(MOST_CENTS);
    return perhapsSlow(Outgoing.payment(stack.newName("payment"), account, cents), random);
  }

  private static Outgoing perhapsSlow(Outgoing event, Random random) {
    return random.nextDouble() < SLOW_SHARE ? event.simulating(SLOW) : event;
  }

  /** A copy is sent up to so many messages behind its original. */
  private static List<Outgoing> withCopies(List<Outgoing> events, int spread, Random random) {
    List<Outgoing> messages = new ArrayList<>(events);
    for (Outgoing event : events) {
      if (random.nextDouble() < COPIED_SHARE) {
        int original = messages.indexOf(event);
        int behind = 1 + random.nextInt(Math.min(spread, messages.size() - original));
        messages.add(original + behind, event);
      }
    }
    return List.copyOf(messages);
  }

  /** The order whose first attempt is killed for certain, since it does not return. */
  Outgoing hanging() {
    return orders.getFirst();
  }

  int messages() {
    return orderMessages.size() + paymentMessages.size();
  }

  int events() {
    return orders.size() + payments.size();
  }

  /** The payments of an account, in the order of sending. */
  Stream<Outgoing> paymentsOf(String account) {
    return payments.stream().filter(payment -> payment.group().orElseThrow().equals(account));
  }
}
