package dev.effectivelyonce.benchmarks.meter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The share of a processor that this process has, as a Lambda function has one by its memory. It is
 * a quota of a control group of Linux, for each 20 milliseconds, so that a process which has used
 * its share stands still until the next 20 milliseconds begin. Other processes are not limited.
 */
public sealed interface CpuShare {
  /** The limit holds until this is closed. */
  interface Limit extends AutoCloseable {
    @Override
    void close();
  }

  /** Begins to limit this process. */
  Limit limit();

  /** Everything that the machine has. */
  record All() implements CpuShare {
    @Override
    public Limit limit() {
      return () -> {};
    }
  }

  /**
   * Less than the machine has.
   *
   * @param processors how many, or which part of one
   */
  record Part(double processors) implements CpuShare {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String PROCESSES = "cgroup.procs";
    private static final int PERIOD_MICROS = 20_000;

    @Override
    public Limit limit() {
      String process = Long.toString(ProcessHandle.current().pid());
      Path parent = Files.exists(ROOT.resolve("cpu")) ? ROOT.resolve("cpu") : ROOT;
      Path group = parent.resolve("effectively-once-" + process);
      try {
        Files.createDirectories(group);
        setQuota(group);
        Files.writeString(group.resolve(PROCESSES), process);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "A share of a processor needs the right to make control groups below " + parent, e);
      }
      return () -> leave(parent, group, process);
    }

    /** Version 1 of control groups has a file for each number, version 2 one for both. */
    private void setQuota(Path group) throws IOException {
      long quotaMicros = Math.round(processors * PERIOD_MICROS);
      Path both = group.resolve("cpu.max");
      if (Files.exists(both)) {
        Files.writeString(both, quotaMicros + " " + PERIOD_MICROS);
      } else {
        Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
        Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros));
      }
    }

    private static void leave(Path parent, Path group, String process) {
      try {
        Files.writeString(parent.resolve(PROCESSES), process);
        Files.delete(group);
      } catch (IOException e) {
        throw new UncheckedIOException("This process stays in the control group " + group, e);
      }
    }
  }
}
