package dev.effectivelyonce.functions.shipments;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;

/** A parcel that left the warehouse for an order. */
record Shipment(String shipmentId, String orderId, String carrier) {
  static final KafkaIdentity<Shipment> IDENTITY =
      KafkaIdentity.of("shipments", Shipment.class, KafkaKey.of("shipmentId", Shipment::shipmentId))
          .topics("shipments")
          .fingerprint(shipment -> Fingerprint.of(shipment.orderId(), shipment.carrier()));

  Shipment {
    requireNonNull(orderId, "orderId");
    requireNonNull(carrier, "carrier");
  }
}
