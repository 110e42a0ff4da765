package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.record.ScanPace;
import picocli.CommandLine.Option;

/** How fast a table is read for records that no index lists. */
final class PaceOptions {
  @Option(
      names = "--read-units",
      paramLabel = "N",
      description =
          "How much of the table's capacity a second stale and waiting records are sought with."
              + " Default: ${DEFAULT-VALUE}.")
  private double readUnits = 1_000;

  ScanPace pace(Session session) {
    return new ScanPace(
        readUnits, new ScanProgress(session.output(), session.host().platform().clock()));
  }
}
