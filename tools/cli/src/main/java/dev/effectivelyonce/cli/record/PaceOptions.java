package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Ticker;
import dev.effectivelyonce.operations.record.ScanPace;
import dev.effectivelyonce.operations.record.Scanned;
import java.util.Locale;
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
    Ticker ticker = new Ticker(session.host().platform().clock());
    return new ScanPace(
        readUnits,
        (soFar, total) -> {
          if (ticker.isDue()) {
            session.output().tell(text(soFar, total));
          }
        });
  }

  private static String text(Scanned soFar, long total) {
    return String.format(
        Locale.ROOT,
        "read %,d%s records, %,d read units",
        soFar.records(),
        total > soFar.records() ? String.format(Locale.ROOT, " of about %,d", total) : "",
        Math.round(soFar.readUnits()));
  }
}
