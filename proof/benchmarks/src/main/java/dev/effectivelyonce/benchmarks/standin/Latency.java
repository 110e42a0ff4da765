package dev.effectivelyonce.benchmarks.standin;

import java.time.Duration;
import java.util.Random;

/**
 * How long AWS takes, on a curve through what was measured: a least time, and above it a spread
 * that is log-normal. Safe for use by many threads.
 *
 * <p>The figures are those that Alex DeBrie measured from Lambda functions in February 2020, 400
 * invocations of each kind, in ms (github.com/alexdebrie/dynamodb-performance-testing):
 *
 * <pre>
 *                           min   p50   p95   p99
 * PutItem                  5.47  7.55  13.2  16.2
 * BatchWrite, 5 items      6.59  8.14  15.4  25.5
 * BatchWrite, 25 items     7.96  10.2  18    27.6
 * TransactWrite, 5 items   19.4  25.3  36.4  92.5
 * TransactWrite, 25 items  23.5  32.1  47.2  97.5
 * </pre>
 *
 * So further items of a request cost 0.11 ms each, and 0.34 ms in a transaction: AWS carries them
 * out side by side. A failed transaction took as long. The way of the network and the caller's own
 * time are in them. Reads had no figures, and take as long as writes here.
 */
final class Latency {
  private static final Curve REQUEST = new Curve(5.4, 2.15, 0.69, 0.11);
  private static final Curve TRANSACTION = new Curve(18, 5.9, 0.64, 0.34);
  private static final long SEED = 19;

  private final double scale;
  private final Random random = new Random(SEED);

  /**
   * @param scale of all times; 0: none
   */
  Latency(double scale) {
    this.scale = scale;
  }

  /** Of a request with so many items. */
  Duration request(int items) {
    return of(REQUEST, items);
  }

  /** Of a transaction with so many items. */
  Duration transaction(int items) {
    return of(TRANSACTION, items);
  }

  private Duration of(Curve curve, int items) {
    double spread = curve.spreadMillis * Math.exp(curve.sigma * random.nextGaussian());
    double millis = curve.leastMillis + spread + curve.itemMillis * (items - 1);
    return Duration.ofNanos(Math.round(scale * millis * 1e6));
  }

  /**
   * @param itemMillis of each item but the first
   */
  private record Curve(double leastMillis, double spreadMillis, double sigma, double itemMillis) {}
}
