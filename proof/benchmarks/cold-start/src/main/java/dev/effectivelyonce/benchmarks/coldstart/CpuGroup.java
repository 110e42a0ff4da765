package dev.effectivelyonce.benchmarks.coldstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A control group of the kernel that gives the processes in it a share of the CPU, and counts what
 * they use.
 */
record CpuGroup(Path limit, Path usage) implements AutoCloseable {
  /** Short, so that a start meets many of them; Lambda's own is 20 ms too, as far as is known. */
  private static final long PERIOD_MICROS = 20_000;

  private static final String NAME = "effectively-once-cold-start";
  private static final String ENTER_AND_RUN =
      "while [ \"$1\" != -- ]; do echo $$ > \"$1\"; shift; done; shift; exec \"$@\"";

  /**
   * Makes one.
   *
   * @throws MeasurementException if this is no Linux, or the user may not make control groups
   */
  static CpuGroup of(double cpus) {
    Path root = Path.of("/sys/fs/cgroup");
    boolean unified = Files.exists(root.resolve("cgroup.controllers"));
    CpuGroup group =
        unified
            ? new CpuGroup(root.resolve(NAME), root.resolve(NAME))
            : new CpuGroup(
                root.resolve("cpu").resolve(NAME), root.resolve("cpuacct").resolve(NAME));
    long quotaMicros = Math.round(cpus * PERIOD_MICROS);
    try {
      Files.createDirectories(group.limit);
      Files.createDirectories(group.usage);
      if (unified) {
        Files.writeString(group.limit.resolve("cpu.max"), quotaMicros + " " + PERIOD_MICROS);
      } else {
        write(group.limit.resolve("cpu.cfs_period_us"), PERIOD_MICROS);
        write(group.limit.resolve("cpu.cfs_quota_us"), quotaMicros);
      }
      return group;
    } catch (IOException e) {
      throw new MeasurementException(
          "No control group can be made at "
              + group.limit
              + ": "
              + e
              + ". Run this as root on Linux; in a container, with /sys/fs/cgroup writable.",
          e);
    }
  }

  /** What to put before a command so that it runs in the group. */
  List<String> launcher() {
    Stream<String> doors =
        Set.of(limit, usage).stream().map(group -> group.resolve("cgroup.procs").toString());
    return Stream.of(Stream.of("/bin/sh", "-c", ENTER_AND_RUN, "sh"), doors, Stream.of("--"))
        .flatMap(it -> it)
        .toList();
  }

  /** The CPU time of all processes of the group so far. */
  Duration used() {
    try {
      Path version1 = usage.resolve("cpuacct.usage");
      if (Files.exists(version1)) {
        return Duration.ofNanos(Long.parseLong(Files.readString(version1).strip()));
      }
      String first = Files.readAllLines(usage.resolve("cpu.stat")).getFirst();
      return Duration.ofNanos(1_000 * Long.parseLong(first.substring(first.indexOf(' ') + 1)));
    } catch (IOException e) {
      throw new MeasurementException("The used CPU time can't be read from " + usage, e);
    }
  }

  /** Its processes must have ended. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(limit);
      Files.deleteIfExists(usage);
    } catch (IOException e) {
      throw new MeasurementException("The control group can't be removed: rmdir " + limit, e);
    }
  }

  private static void write(Path file, long value) throws IOException {
    Files.writeString(file, Long.toString(value));
  }
}
