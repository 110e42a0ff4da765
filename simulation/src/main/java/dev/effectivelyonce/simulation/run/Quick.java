package dev.effectivelyonce.simulation.run;
import dev.effectivelyonce.simulation.history.*;
import dev.effectivelyonce.simulation.kernel.*;
import dev.effectivelyonce.simulation.world.*;
public class Quick {
  public static void main(String[] a) {
    long from = Long.parseLong(a[0]), to = Long.parseLong(a[1]);
    Counts counts = new Counts();
    long t0 = System.nanoTime();
    int failures = 0;
    java.util.Map<Object,Integer> kinds = new java.util.TreeMap<>();
    for (long seed = from; seed < to; seed++) {
      World w = new World(Parts.REAL, Choices.ofSeed(seed), counts, Trace::none);
      var v = w.run();
      if (v.isPresent()) { failures++; kinds.merge(v.get().invariant(), 1, Integer::sum); if (kinds.get(v.get().invariant()) < 4) System.out.println(seed + " " + v.get()); }
    }
    double s = (System.nanoTime() - t0) / 1e9;
    System.out.printf("%d histories %.1f s %.0f/s failures %d %s%n", to - from, s, (to - from) / s, failures, kinds);
    if (to - from == 1) { World w = new World(Parts.REAL, Choices.ofSeed(from), counts, Trace::kept); w.run(); w.trace().lines().forEach(System.out::println); }
    else { for (Fault f : Fault.values()) System.out.print(f + "=" + counts.of(f) + " "); System.out.println(counts.named());
      for (var k : dev.effectivelyonce.core.engine.Transition.Kind.values()) System.out.print(k + "=" + counts.of(k) + " "); System.out.println(); }
  }
}
