package dev.effectivelyonce.local.demo.plan;

import java.util.Optional;

/**
 * A record for the topic of shipments.
 *
 * @param orderId its record key
 * @param value empty for a tombstone
 */
public record PlannedShipment(
    String orderId, String shipmentId, Optional<String> value, ShipmentKind kind) {}
