package dev.effectivelyonce.functions.ledger;

/**
 * What the completion of a transfer keeps, and every copy of its message gets.
 *
 * @param number the number that the database drew
 * @param attempt the attempt that booked the transfer
 */
record TransferReceipt(String transferId, long number, int attempt) {}
