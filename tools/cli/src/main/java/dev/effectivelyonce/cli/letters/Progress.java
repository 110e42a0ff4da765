package dev.effectivelyonce.cli.letters;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Ticker;
import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.RunMode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A line on standard error from time to time; none in a short run, whose report is there soon. */
public final class Progress implements ReplayListener {
  private final Output output;
  private final InstantSource clock;
  private final Function<ReplayCounts, String> words;
  private final String total;
  private final Instant began;
  private final Ticker ticker;
  private int told;

  private Progress(
      Output output,
      InstantSource clock,
      Optional<Long> total,
      Function<ReplayCounts, String> words) {
    this.output = output;
    this.clock = clock;
    this.words = words;
    this.total =
        total
            .filter(count -> count > 0)
            .map(count -> String.format(Locale.ROOT, " of about %,d", count))
            .orElse("");
    this.began = clock.instant();
    this.ticker = new Ticker(clock);
  }

  /** The progress of a replay of about so many letters. */
  public static Progress ofReplay(
      Output output, InstantSource clock, RunMode mode, Optional<Long> total) {
    String done =
        mode == RunMode.DRY_RUN
            ? ": would replay %,d, would skip %,d, left %,d, unreadable %,d"
            : ": replayed %,d, skipped %,d, left %,d, unreadable %,d";
    return new Progress(
        output,
        clock,
        total,
        counts ->
            String.format(
                Locale.ROOT,
                done,
                counts.replayed(),
                counts.skipped(),
                counts.left(),
                counts.unreadable()));
  }

  /** The progress of another pass over about so many letters. */
  public static Progress ofPass(Session session, Optional<Long> total) {
    return new Progress(
        session.output(), session.context().platform().clock(), total, counts -> "");
  }

  @Override
  public synchronized void examined(Examined message, ReplayCounts counts) {
    if (ticker.isDue()) {
      tell(counts);
    }
  }

  /** Prints the final numbers, if others were printed before. */
  public synchronized void end(ReplayCounts counts) {
    if (told > 0 && told != counts.examined()) {
      tell(counts);
    }
  }

  private void tell(ReplayCounts counts) {
    told = counts.examined();
    long millis = Math.max(1, Duration.between(began, clock.instant()).toMillis());
    output.tell(
        String.format(
            Locale.ROOT,
            "examined %,d%s, %,d a second%s",
            told,
            total,
            told * 1000L / millis,
            words.apply(counts)));
  }
}
