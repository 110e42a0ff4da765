package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.chaos.EffectTables;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.EventSourceResource;
import dev.effectivelyonce.local.template.QueueResource;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The parts of the running stack that the demo drives and reads, by the stack's outputs. */
record StackResources(LocalSystem system) {
  /** The variable with the functions' abandoned-claim policy. */
  static final String POLICY = "ON_ABANDONED_CLAIM";

  String queueUrl(DemoConsumer queue) {
    return system.output(title(queue) + "QueueUrl");
  }

  String deadLetterQueueUrl(DemoConsumer queue) {
    return system.output(title(queue) + "DeadLetterQueueUrl");
  }

  /** Returns the name of a table, such as Orders. */
  String table(String title) {
    return system.output(title + "TableName");
  }

  /** Returns the address to which payments are posted. */
  URI payments() {
    return URI.create(system.output("PaymentsApiUrl") + "payments");
  }

  /** Returns what the ids of the records of receipts begin with: the name of their function. */
  String receiptsPrefix() {
    return system.template().eventSources().stream()
        .filter(source -> source.queue().url().equals(queueUrl(DemoConsumer.RECEIPTS)))
        .map(source -> source.function().name() + ".")
        .findFirst()
        .orElseThrow();
  }

  /** Returns how often a queue gives out a message before it is dead-lettered. */
  int receives(DemoConsumer queue) {
    return system.template().eventSources().stream()
        .map(EventSourceResource::queue)
        .filter(it -> it.url().equals(queueUrl(queue)))
        .flatMap(it -> it.redrive().stream())
        .map(QueueResource.Redrive::maxReceiveCount)
        .findFirst()
        .orElseThrow();
  }

  EffectTables effectTables() {
    return new EffectTables(Set.of(table("Orders"), table("Receipts")), table("Accounts"));
  }

  /**
   * Returns what orders, payments and receipts do about an abandoned claim.
   *
   * @throws LocalRunnerException if these consumers differ
   */
  AbandonedClaimPolicy policy() {
    Set<String> policies =
        system.template().eventSources().stream()
            .map(source -> system.template().function(source.function()))
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

  /** Returns what the names of its outputs begin with. */
  static String title(DemoConsumer queue) {
    String label = queue.label();
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }
}
