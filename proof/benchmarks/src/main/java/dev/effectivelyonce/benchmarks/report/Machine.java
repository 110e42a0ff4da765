package dev.effectivelyonce.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Stream;

/** What it was measured on, in a line. */
public final class Machine {
  /** What git says of a commit in whose files there are changes. */
  public static final String CHANGED = "-dirty";

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Processor, memory, Java, commit and time. */
  public static String describe(Instant now) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return String.format(
        Locale.ROOT,
        "%d × %s, %d GiB, %s %s, Java %s, commit %s, load before %.1f, %s",
        system.getAvailableProcessors(),
        processor(),
        Math.round(system.getTotalMemorySize() / (double) (1 << 30)),
        System.getProperty("os.name"),
        // Behind the first dash there is whoever built the kernel.
        System.getProperty("os.version").split("-", 2)[0],
        Runtime.version(),
        commit(),
        system.getSystemLoadAverage(),
        now.truncatedTo(ChronoUnit.MINUTES));
  }

  private static String processor() {
    if (!Files.isReadable(PROCESSORS)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The commit that is measured, {@link #CHANGED} at its end if so; "unknown" without git. */
  public static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String commit = git.inputReader().readLine();
      return commit == null ? "unknown" : commit;
    } catch (IOException e) {
      return "unknown";
    }
  }
}
