package dev.effectivelyonce.benchmarks.meter;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Processor time and allocation of this process: of all its threads, those that carry virtual
 * threads, compile and collect garbage among them. The engine is in another process.
 */
public final class ProcessMeter {
  /** What was used between two moments. */
  public record Used(Duration processorTime, long allocatedBytes) {
    /** Nothing. */
    public static final Used NOTHING = new Used(Duration.ZERO, 0);

    /** Both together. */
    public Used plus(Used other) {
      return new Used(
          processorTime.plus(other.processorTime), allocatedBytes + other.allocatedBytes);
    }
  }

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final long processorNanos = system.getProcessCpuTime();
  private final long allocatedBytes = threads.getTotalThreadAllocatedBytes();

  /** What was used since this was made. */
  public Used used() {
    return new Used(
        Duration.ofNanos(system.getProcessCpuTime() - processorNanos),
        threads.getTotalThreadAllocatedBytes() - allocatedBytes);
  }
}
