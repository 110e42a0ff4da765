package dev.effectivelyonce.benchmarks.meter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The requests that went out. Safe for use by many threads. */
public final class Calls {
  /** One request, retries each their own. */
  public record Call(long startNanos, long endNanos) {
    long nanos() {
      return endNanos - startNanos;
    }
  }

  private final ConcurrentLinkedQueue<Call> calls = new ConcurrentLinkedQueue<>();

  void add(long startNanos, long endNanos) {
    calls.add(new Call(startNanos, endNanos));
  }

  /** Those since the last time. */
  public List<Call> drain() {
    List<Call> drained = new ArrayList<>();
    for (Call call = calls.poll(); call != null; call = calls.poll()) {
      drained.add(call);
    }
    return drained;
  }

  /** How long they took, one added to the other. */
  public static long nanos(List<Call> calls) {
    return calls.stream().mapToLong(Call::nanos).sum();
  }

  /**
   * How many requests waited for each other: the longest chain of requests of which each began when
   * the one before had ended.
   */
  public static int serial(List<Call> calls) {
    int chain = 0;
    long lastEnd = Long.MIN_VALUE;
    for (Call call : calls.stream().sorted(Comparator.comparingLong(Call::endNanos)).toList()) {
      if (call.startNanos() >= lastEnd) {
        chain++;
        lastEnd = call.endNanos();
      }
    }
    return chain;
  }
}
