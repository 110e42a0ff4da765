package dev.effectivelyonce.functions.receipts;

/**
 * What the completion of a receipt keeps.
 *
 * @param attempt the attempt that wrote the receipt
 */
record WrittenReceipt(String orderId, int attempt) {}
