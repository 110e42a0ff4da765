package dev.effectivelyonce.cdk;

import java.time.Duration;

/**
 * How long a received message stays hidden if its process dies.
 *
 * @param after the time
 * @param setting the setting that makes it longer
 */
record Redelivery(Duration after, String setting) {}
