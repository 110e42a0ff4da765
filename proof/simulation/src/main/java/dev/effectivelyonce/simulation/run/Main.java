package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs many histories, or tells one. Options, each {@code name=value}, empty ones as if they were
 * not there: {@code histories} (how many; 100,000 by default), {@code duration} (as long as this
 * instead), {@code first} (the first seed, 0 by default), {@code seed} (tell this one history),
 * {@code store} (a {@link StoreModel}, by default DynamoDB), {@code source} (a {@link SourceModel},
 * by default SQS).
 */
public final class Main {
  private static final long DEFAULT_HISTORIES = 100_000;
  private static final int SHOWN_FAILURES = 2;

  private final PrintStream out;
  private final Map<String, String> options;
  private final CodeUnderTest parts;

  private Main(PrintStream out, Map<String, String> options) {
    this.out = out;
    this.options = options;
    this.parts =
        CodeUnderTest.over(
            StoreModel.valueOf(options.getOrDefault("store", StoreModel.DYNAMODB.name())),
            SourceModel.valueOf(options.getOrDefault("source", SourceModel.SQS.name())));
  }

  /** Ends with 1 if an invariant did not hold. */
  public static void main(String[] arguments) {
    Map<String, String> options =
        Arrays.stream(arguments)
            .map(argument -> argument.split("=", 2))
            .filter(pair -> pair.length == 2 && !pair[1].isEmpty())
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    System.exit(new Main(System.out, options).run());
  }

  private int run() {
    return options.containsKey("seed") ? tell(Long.parseLong(options.get("seed"))) : runMany();
  }

  private int tell(long seed) {
    Retelling told = Retelling.of(parts, seed);
    told.trace().forEach(out::println);
    told.violation()
        .ifPresent(
            violation -> Report.lines(new Failure(seed, violation), parts).forEach(out::println));
    return told.violation().isPresent() ? 1 : 0;
  }

  private int runMany() {
    Outcome outcome =
        Fleet.run(parts, budget(), done -> out.printf(Locale.ROOT, "%,d histories%n", done));
    Report.lines(outcome).forEach(out::println);
    outcome.failures().stream()
        .limit(SHOWN_FAILURES)
        .forEach(failure -> Report.lines(failure, parts).forEach(out::println));
    outcome.failures().forEach(out::println);
    return outcome.failures().isEmpty() ? 0 : 1;
  }

  private Budget budget() {
    long first = Long.parseLong(options.getOrDefault("first", "0"));
    return options.containsKey("duration")
        ? Budget.ofDuration(first, Duration.parse(options.get("duration")))
        : Budget.ofHistories(
            first,
            Long.parseLong(options.getOrDefault("histories", Long.toString(DEFAULT_HISTORIES))));
  }
}
