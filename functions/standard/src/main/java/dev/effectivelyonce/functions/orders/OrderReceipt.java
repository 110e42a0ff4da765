package dev.effectivelyonce.functions.orders;

/**
 * What the completion of an order keeps.
 *
 * @param attempt the attempt that wrote the order
 */
record OrderReceipt(String orderId, int attempt) {}
