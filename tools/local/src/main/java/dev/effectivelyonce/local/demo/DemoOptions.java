package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.local.demo.plan.PlanRequest;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
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
      description =
          "Distinct orders to charge at the gateway and ship, 0 for none. Default: one for each 16"
              + " orders")
  private String fulfilments = "";

  @Option(
      names = "--receipts",
      description =
          "Distinct orders whose receipt is written, 0 for none. Default: " + DEFAULT_RECEIPTS)
  private String receipts = "";

  @Option(
      names = "--transfers",
      description = "Distinct transfers in PostgreSQL, 0 for none. Default: " + DEFAULT_TRANSFERS)
  private String transfers = "";

  @Option(
      names = "--shipments",
      description =
          "Distinct parcels in a topic of Kafka, 0 for none. Default: " + DEFAULT_SHIPMENTS)
  private String shipments = "";

  @Option(
      names = "--requests",
      description =
          "Distinct requests of the payments API, 0 for none. Default: " + DEFAULT_REQUESTS)
  private String requests = "";

  @Option(
      names = "--gateway",
      description = "The share of calls of the gateway with a fault. Default: " + DEFAULT_GATEWAY)
  private String gateway = "";

  @Option(names = "--policy", description = "RERUN or HOLD. Default: as the stack has it")
  private String policy = "";

  @Option(
      names = "--visibility",
      description = "Visibility timeout of the queues, as PT30S. Default: as the stack has it")
  private String visibility = "";

  @Option(
      names = "--messages",
      description = "At least so many messages, in place of --orders and --payments")
  private String messages = "";

  @Option(
      names = "--chaos",
      description = "The share of calls of DynamoDB and SQS with a fault, as 0.3. Default: none")
  private String chaos = "";

  long seed() {
    return parsed("seed", seed, "a whole number", Long::valueOf).orElse(DEFAULT_SEED);
  }

  /** The seeded plan. */
  PlanRequest request() {
    try {
      return parsed("messages", messages, "a whole number", Integer::valueOf)
          .map(least -> Planner.requestFor(least, seed(), receipts(), requests(), transfers()))
          .orElseGet(
              () ->
                  new PlanRequest(
                      seed(),
                      count("orders", orders, DEFAULT_EVENTS),
                      count("payments", payments, DEFAULT_EVENTS),
                      fulfilments(),
                      receipts(),
                      requests(),
                      transfers()));
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

  Optional<Duration> visibility() {
    return parsed("visibility", visibility, "a duration, such as PT30S", DemoOptions::duration);
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

  /** Checks every option, before anything is started. */
  void check() {
    request();
    shipments();
    policy();
    visibility();
    chaos();
    gateway();
  }

  private int fulfilments() {
    return parsed("fulfilments", fulfilments, "a whole number", Integer::valueOf)
        .orElseGet(() -> Planner.fulfilmentsFor(count("orders", orders, DEFAULT_EVENTS)));
  }

  private int receipts() {
    return count("receipts", receipts, DEFAULT_RECEIPTS);
  }

  private int transfers() {
    return count("transfers", transfers, DEFAULT_TRANSFERS);
  }

  private int requests() {
    return count("requests", requests, DEFAULT_REQUESTS);
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

  private static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(e);
    }
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
