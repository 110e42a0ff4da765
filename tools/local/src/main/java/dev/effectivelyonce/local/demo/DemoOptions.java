package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.Planner;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The demo's options. Their methods throw IllegalArgumentException for what can't be used. */
final class DemoOptions {
  /** One order in so many is fulfilled: each costs a dozen writes and calls of the gateway. */
  private static final int ORDERS_PER_FULFILMENT = 16;

  @Option(names = "--seed", description = "Decides every choice of chance.")
  private long seed = 20261101;

  @Option(names = "--orders", description = "Distinct orders.")
  private int orders = 2500;

  @Option(names = "--payments", description = "Distinct payments.")
  private int payments = 2500;

  @Option(
      names = "--fulfilments",
      description = "Distinct orders to charge and ship, 0 for none. Default: one for 16 orders")
  private Optional<Integer> fulfilments = Optional.empty();

  @Option(names = "--receipts", description = "Distinct receipts to write, 0 for none.")
  private int receipts = 100;

  @Option(names = "--transfers", description = "Distinct transfers in PostgreSQL, 0 for none.")
  private int transfers = 500;

  @Option(names = "--shipments", description = "Distinct parcels in a topic, 0 for none.")
  private int shipments = 400;

  @Option(names = "--requests", description = "Distinct requests of the API, 0 for none.")
  private int requests = 300;

  @Option(names = "--gateway", description = "The share of calls of the gateway with a fault.")
  private double gateway = 0.2;

  @Option(names = "--policy", description = "RERUN or HOLD. Default: as the stack has it")
  private Optional<AbandonedClaimPolicy> policy = Optional.empty();

  @Option(
      names = "--messages",
      description = "At least so many messages, in place of --orders and --payments")
  private int messages;

  @Option(
      names = "--chaos",
      description = "The share of calls of DynamoDB and SQS with a fault, as 0.3. Default: none")
  private Optional<Double> chaos = Optional.empty();

  @Option(
      names = "--slack",
      description = "How many times as long a function may take. Default: measured at the start")
  private Optional<Integer> slack = Optional.empty();

  long seed() {
    return seed;
  }

  /** The seeded plan of queues and requests. */
  Plan plan() {
    if (messages == 0) {
      return plan(orders, payments);
    }
    int events = Math.max(Planner.LEAST, messages / 3);
    Plan plan = plan(events, events);
    while (plan.messages().size() < messages) {
      events += 1 + messages / 100;
      plan = plan(events, events);
    }
    return plan;
  }

  private Plan plan(int ordersToTake, int paymentsToTake) {
    int toFulfil = Math.max(Planner.LEAST, ordersToTake / ORDERS_PER_FULFILMENT);
    return Planner.plan(
        seed,
        Map.of(
            DemoConsumer.ORDERS, ordersToTake,
            DemoConsumer.PAYMENTS, paymentsToTake,
            DemoConsumer.FULFILMENT, fulfilments.orElse(toFulfil),
            DemoConsumer.RECEIPTS, receipts,
            DemoConsumer.LEDGER, transfers,
            DemoConsumer.REQUESTS, requests));
  }

  /** The seeded plan of shipments; empty if there are to be none. */
  Optional<Plan> shipments() {
    return Optional.of(Planner.plan(seed, Map.of(DemoConsumer.SHIPMENTS, shipments)))
        .filter(plan -> shipments > 0);
  }

  Optional<AbandonedClaimPolicy> policy() {
    return policy;
  }

  /** The share of calls with a fault. */
  Optional<Double> chaos() {
    return chaos.map(it -> share("chaos", it));
  }

  /** The share of calls of the gateway with a fault. */
  double gateway() {
    return share("gateway", gateway);
  }

  /** The time that the machine is given; empty if it is to be measured. */
  Optional<Slack> slack() {
    return slack.map(Slack::new);
  }

  /** Checks every option, before anything is started. */
  void check() {
    plan();
    shipments();
    chaos();
    gateway();
    slack();
  }

  private static double share(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("%s is %s; it is 0 to 1".formatted(name, share));
    }
    return share;
  }
}
