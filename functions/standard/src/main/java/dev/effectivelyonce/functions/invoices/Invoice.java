package dev.effectivelyonce.functions.invoices;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;

/** An invoice that was written for a customer. */
record Invoice(String invoiceId, String customerId, long totalCents) {
  static final RabbitMqIdentity<Invoice> IDENTITY =
      RabbitMqIdentity.of(
              "invoices", Invoice.class, RabbitMqKey.of("invoiceId", Invoice::invoiceId))
          .queues("invoices::/")
          .fingerprint(invoice -> Fingerprint.of(invoice.customerId(), invoice.totalCents()));

  Invoice {
    requireNonNull(customerId, "customerId");
  }
}
