package com.example.orders;

/**
 * The message.
 *
 * @param crash when the process that books this order crashes, to try it out
 */
record Order(String orderId, String item, Crash crash) {}
