package dev.effectivelyonce.functions.fulfilment;

/**
 * What the completion of a shipped order keeps.
 *
 * @param attempt the attempt that ended it
 */
record FulfilmentReceipt(String orderId, String chargeId, int attempt) {}
