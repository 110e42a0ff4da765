package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import dev.effectivelyonce.local.demo.plan.Sizes;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The demo's options. Empty ones keep their defaults: the build passes all of them always. */
final class DemoOptions {
  private static final long DEFAULT_SEED = 20261101;
  private static final int DEFAULT_EVENTS = 2500;
  private static final int DEFAULT_RECEIPTS = 100;
  private static final int DEFAULT_TRANSFERS = 500;
  private static final int DEFAULT_REQUESTS = 300;
  private static final int DEFAULT_SHIPMENTS = 400;
  private static final double DEFAULT_GATEWAY = 0.2;

  /** One order in so many is fulfilled: each costs a dozen writes and calls of the gateway. */
  private static final int ORDERS_PER_FULFILMENT = 16;

  @Option(
      names = "--seed",
      description = "Decides every choice of chance. Default: " + DEFAULT_SEED)
  private String seed = "";

  @Option(names = "--orders", description = "Distinct orders. Default: " + DEFAULT_EVENTS)
  private String orders = "";

  @Option(names = "--payments", description = "Distinct payments. Default: " + DEFAULT_EVENTS)
  private String payments = "";

  @Option(
      names = "--fulfilments",
      description = "Distinct orders to charge and ship, 0 for none. Default: one for 16 orders")
  private String fulfilments = "";

  @Option(
      names = "--receipts",
      description = "Distinct receipts to write, 0 for none. Default: " + DEFAULT_RECEIPTS)
  private String receipts = "";

  @Option(
      names = "--transfers",
      description = "Distinct transfers in PostgreSQL, 0 for none. Default: " + DEFAULT_TRANSFERS)
  private String transfers = "";

  @Option(
      names = "--shipments",
      description = "Distinct parcels in a topic, 0 for none. Default: " + DEFAULT_SHIPMENTS)
  private String shipments = "";

  @Option(
      names = "--requests",
      description = "Distinct requests of the API, 0 for none. Default: " + DEFAULT_REQUESTS)
  private String requests = "";

  @Option(
      names = "--gateway",
      description = "The share of calls of the gateway with a fault. Default: " + DEFAULT_GATEWAY)
  private String gateway = "";

  @Option(names = "--policy", description = "RERUN or HOLD. Default: as the stack has it")
  private String policy = "";

  @Option(
      names = "--messages",
      description = "At least so many messages, in place of --orders and --payments")
  private String messages = "";

  @Option(
      names = "--chaos",
      description = "The share of calls of DynamoDB and SQS with a fault, as 0.3. Default: none")
  private String chaos = "";

  @Option(
      names = "--slack",
      description =
          "How many times as long functions, queues and the demo wait, for a busy machine. Default:"
              + " 1")
  private String slack = "";

  long seed() {
    return parsed("seed", seed, "a whole number", Long::valueOf).orElse(DEFAULT_SEED);
  }

  /** What the seeded plan is made from. */
  Sizes sizes() {
    int least = count("messages", messages, 0);
    if (least == 0) {
      return sizes(
          count("orders", orders, DEFAULT_EVENTS), count("payments", payments, DEFAULT_EVENTS));
    }
    int events = Math.max(Sizes.LEAST, least / 3);
    while (Planner.plan(sizes(events, events)).messages().size() < least) {
      events += 1 + least / 100;
    }
    return sizes(events, events);
  }

  private Sizes sizes(int ordersToTake, int paymentsToTake) {
    int toFulfil = Math.max(Sizes.LEAST, ordersToTake / ORDERS_PER_FULFILMENT);
    try {
      return new Sizes(
          seed(),
          Map.of(
              DemoConsumer.ORDERS, ordersToTake,
              DemoConsumer.PAYMENTS, paymentsToTake,
              DemoConsumer.FULFILMENT, count("fulfilments", fulfilments, toFulfil),
              DemoConsumer.RECEIPTS, count("receipts", receipts, DEFAULT_RECEIPTS),
              DemoConsumer.LEDGER, count("transfers", transfers, DEFAULT_TRANSFERS),
              DemoConsumer.REQUESTS, count("requests", requests, DEFAULT_REQUESTS)));
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(String.valueOf(e.getMessage()));
    }
  }

  /** The seeded plan of shipments; empty if there are to be none. */
  Optional<ShipmentPlan> shipments() {
    int parcels = count("shipments", shipments, DEFAULT_SHIPMENTS);
    try {
      return parcels == 0 ? Optional.empty() : Optional.of(ShipmentPlan.of(seed(), parcels));
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(String.valueOf(e.getMessage()));
    }
  }

  Optional<AbandonedClaimPolicy> policy() {
    return parsed(
        "policy",
        policy,
        "RERUN or HOLD",
        text -> AbandonedClaimPolicy.valueOf(text.toUpperCase(Locale.ROOT)));
  }

  /** The share of calls with a fault. */
  Optional<Double> chaos() {
    return parsed("chaos", chaos, "a number from 0 to 1", DemoOptions::share);
  }

  /** The share of calls of the gateway with a fault. */
  double gateway() {
    return parsed("gateway", gateway, "a number from 0 to 1", DemoOptions::share)
        .orElse(DEFAULT_GATEWAY);
  }

  /** The time that a busy machine is given. */
  Slack slack() {
    return parsed("slack", slack, "1 to " + Slack.MOST, text -> new Slack(Integer.parseInt(text)))
        .orElse(new Slack(1));
  }

  /** Checks every option, before anything is started. */
  void check() {
    sizes();
    shipments();
    policy();
    chaos();
    gateway();
    slack();
  }

  private int count(String name, String value, int otherwise) {
    return parsed(name, value, "a whole number", Integer::valueOf).orElse(otherwise);
  }

  private static double share(String text) {
    double share = Double.parseDouble(text);
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(text);
    }
    return share;
  }

  private <T> Optional<T> parsed(
      String name, String value, String what, Function<String, T> parser) {
    if (value.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(parser.apply(value.strip()));
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(
          "The option %s is \"%s\"; it must be %s".formatted(name, value, what));
    }
  }
}
