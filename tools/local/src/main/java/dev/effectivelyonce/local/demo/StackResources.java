package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.chaos.EffectTables;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.EventSourceResource;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The parts of the running stack that the demo drives and reads, by the stack's outputs. */
final class StackResources {
  /** The variable with the functions' abandoned-claim policy. */
  static final String POLICY = "ON_ABANDONED_CLAIM";

  /** The attribute with a queue's visibility timeout, in seconds. */
  static final String VISIBILITY = "VisibilityTimeout";

  private final LocalSystem system;

  StackResources(LocalSystem system) {
    this.system = system;
  }

  LocalSystem system() {
    return system;
  }

  String queueUrl(DemoQueue queue) {
    return switch (queue) {
      case ORDERS -> system.output("OrdersQueueUrl");
      case PAYMENTS -> system.output("PaymentsQueueUrl");
      case FULFILMENT -> system.output("FulfilmentQueueUrl");
      case RECEIPTS -> system.output("ReceiptsQueueUrl");
      case LEDGER -> system.output("LedgerQueueUrl");
    };
  }

  String deadLetterQueueUrl(DemoQueue queue) {
    return switch (queue) {
      case ORDERS -> system.output("OrdersDeadLetterQueueUrl");
      case PAYMENTS -> system.output("PaymentsDeadLetterQueueUrl");
      case FULFILMENT -> system.output("FulfilmentDeadLetterQueueUrl");
      case RECEIPTS -> system.output("ReceiptsDeadLetterQueueUrl");
      case LEDGER -> system.output("LedgerDeadLetterQueueUrl");
    };
  }

  /** Returns the address to which payments are posted. */
  URI payments() {
    return URI.create(system.output("PaymentsApiUrl") + "payments");
  }

  String recordsTable() {
    return system.output("IdempotencyTableName");
  }

  String ordersTable() {
    return system.output("OrdersTableName");
  }

  String receiptsTable() {
    return system.output("ReceiptsTableName");
  }

  /** Returns what the ids of the records of receipts begin with: the name of their function. */
  String receiptsFunction() {
    return system.template().eventSources().stream()
        .filter(source -> source.queue().url().equals(queueUrl(DemoQueue.RECEIPTS)))
        .map(source -> source.function().name())
        .findFirst()
        .orElseThrow();
  }

  String accountsTable() {
    return system.output("AccountsTableName");
  }

  String ledgerTable() {
    return system.output("LedgerTableName");
  }

  /** Returns the database of transfers. */
  DataSource database() {
    return system.database("ledger");
  }

  String stockTable() {
    return system.output("StockTableName");
  }

  String reservationsTable() {
    return system.output("ReservationsTableName");
  }

  String shipmentsTable() {
    return system.output("ShipmentsTableName");
  }

  String outboxTable() {
    return system.output("OutboxTableName");
  }

  EffectTables effectTables() {
    return new EffectTables(Set.of(ordersTable(), receiptsTable()), accountsTable());
  }

  /** The longest visibility timeout of the queues. */
  Duration visibility() {
    return system.template().eventSources().stream()
        .map(source -> source.queue().attributes().getOrDefault(VISIBILITY, "30"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /**
   * Returns what orders, payments and receipts do about an abandoned claim.
   *
   * @throws LocalRunnerException if these consumers differ
   */
  AbandonedClaimPolicy policy() {
    Set<String> policies =
        system.template().eventSources().stream()
            .map(EventSourceResource::function)
            .filter(function -> !Gateways.isCalledBy(function))
            .map(function -> function.environment().getOrDefault(POLICY, ""))
            .collect(Collectors.toSet());
    if (policies.size() != 1 || policies.contains("")) {
      throw new LocalRunnerException(
          "The demo needs the same %s for all consumers but fulfilment; the stack has %s"
              .formatted(POLICY, policies));
    }
    return AbandonedClaimPolicy.valueOf(policies.iterator().next());
  }
}
