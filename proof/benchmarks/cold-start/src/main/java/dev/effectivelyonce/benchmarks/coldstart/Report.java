package dev.effectivelyonce.benchmarks.coldstart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The samples as Markdown, ready for docs/performance-tables.md. */
record Report(Initialization initialization, List<Sample> samples, int messages) {
  static final double TARGET = 0.55;

  String text() {
    return switch (initialization) {
      case ON_DEMAND ->
          String.join("\n\n", starts(), ratios(Start::answered, Start::cpu), packages()) + "\n";
      case SNAP_START ->
          String.join("\n\n", restores(), ratios(Start::invocation, Start::invocationCpu)) + "\n";
    };
  }

  private String starts() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Milliseconds: median (quartiles) of %s starts each, first answer to a batch of %s."
            .formatted(samples.getFirst().starts().size(), messages));
    lines.add("");
    lines.add("| memory | function | start to first answer | until init | first batch | CPU |");
    lines.add("|---|---|---:|---:|---:|---:|");
    samples.forEach(sample -> lines.add(line(sample)));
    return String.join("\n", lines);
  }

  private static String line(Sample sample) {
    return "| %s | %s | %s | %s | %s | %s |"
        .formatted(
            sample.memory(),
            sample.variant().name(),
            sample.spread(Start::answered),
            sample.spread(Start::initialized),
            sample.spread(Start::invocation),
            sample.spread(Start::cpu));
  }

  private String restores() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Milliseconds: median (quartiles) of %s restores each, first answer to a batch of %s."
            .formatted(samples.getFirst().starts().size(), messages));
    lines.add("");
    lines.add("| memory | function | until the snapshot | restore to first answer | CPU of it |");
    lines.add("|---|---|---:|---:|---:|");
    samples.forEach(
        sample ->
            lines.add(
                "| %s | %s | %s | %s | %s |"
                    .formatted(
                        sample.memory(),
                        sample.variant().name(),
                        sample.spread(Start::initialized),
                        sample.spread(Start::invocation),
                        sample.spread(Start::invocationCpu))));
    return String.join("\n", lines);
  }

  private String ratios(Function<Start, Duration> time, Function<Start, Duration> cpu) {
    return samples.stream()
        .map(Sample::memory)
        .distinct()
        .flatMap(
            size ->
                Stream.of(Variant.POWERTOOLS, Variant.POWERTOOLS_AS_OURS)
                    .map(other -> ratio(size, other, time, cpu)))
        .collect(
            Collectors.joining(
                "\n",
                "| memory | ours to | time | CPU | at most "
                    + TARGET
                    + " |\n|---|---|---:|---:|---|\n",
                ""));
  }

  private String ratio(
      MemorySize size,
      String other,
      Function<Start, Duration> time,
      Function<Start, Duration> cpu) {
    double ofTime = ratio(size, other, time);
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.2f | %.2f | %s |",
        size,
        other,
        ofTime,
        ratio(size, other, cpu),
        ofTime <= TARGET ? "met" : "not met");
  }

  private double ratio(MemorySize size, String other, Function<Start, Duration> figure) {
    return (double) median(size, Variant.OURS, figure).toNanos()
        / median(size, other, figure).toNanos();
  }

  private Duration median(MemorySize size, String variant, Function<Start, Duration> figure) {
    return samples.stream()
        .filter(sample -> sample.memory().equals(size))
        .filter(sample -> sample.variant().name().equals(variant))
        .findFirst()
        .orElseThrow()
        .median(figure);
  }

  private String packages() {
    return samples.stream()
        .map(Sample::variant)
        .distinct()
        .map(
            variant ->
                String.format(
                    Locale.ROOT, "| %s | %.1f MB |", variant.name(), variant.zipBytes() / 1e6))
        .collect(Collectors.joining("\n", "| function | package |\n|---|---:|\n", ""));
  }
}
