package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** All ratios and their verdicts, with three columns for each engine. */
final class SharesTable {
  private static final String NOT_MEASURED = "–";

  private SharesTable() {}

  /** A table for each share of a processor, under a heading. */
  static String markdown(List<Ratio> ratios) {
    Map<Double, List<Ratio>> shares =
        ratios.stream()
            .collect(Collectors.groupingBy(Ratio::cpu, LinkedHashMap::new, Collectors.toList()));
    return shares.entrySet().stream()
        .map(share -> "### " + share.getKey() + " CPU\n\n" + table(share.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String table(List<Ratio> ratios) {
    List<String> engines = ratios.stream().map(Ratio::engine).distinct().toList();
    List<String> header = new ArrayList<>(List.of("batch", "ratio of", "goal"));
    engines.forEach(engine -> header.addAll(List.of(engine + ", ms", "ratio", "verdict")));
    Table table = new Table(2, header.toArray(String[]::new));
    Map<String, Map<String, Ratio>> rows = new LinkedHashMap<>();
    ratios.forEach(
        it -> rows.computeIfAbsent(it.row(), row -> new LinkedHashMap<>()).put(it.engine(), it));
    rows.values().forEach(row -> table.row(cells(row, engines)));
    return table.markdown();
  }

  /** How far the ratios of each goal reach at each share, and how many of them meet it. */
  static String summary(List<Ratio> ratios) {
    List<Double> cpus = ratios.stream().map(Ratio::cpu).distinct().sorted().toList();
    List<String> header = new ArrayList<>(List.of("ratio of", "engine"));
    cpus.forEach(cpu -> header.add(cpu + " CPU"));
    Table table = new Table(2, header.toArray(String[]::new));
    Map<List<String>, List<Ratio>> goals = new LinkedHashMap<>();
    ratios.forEach(
        it ->
            goals.computeIfAbsent(List.of(goal(it), it.engine()), of -> new ArrayList<>()).add(it));
    goals.forEach(
        (goal, all) -> {
          List<String> cells = new ArrayList<>(goal);
          cpus.forEach(
              cpu -> cells.add(reach(all.stream().filter(it -> it.cpu() == cpu).toList())));
          table.row(cells.toArray(String[]::new));
        });
    return table.markdown();
  }

  private static String goal(Ratio ratio) {
    return ratio.isOfALargeBatch() ? ratio.of() + ", from 100 messages on" : ratio.of();
  }

  private static String reach(List<Ratio> ratios) {
    DoubleSummaryStatistics values = ratios.stream().mapToDouble(Ratio::value).summaryStatistics();
    return ratios.isEmpty()
        ? NOT_MEASURED
        : String.format(
            Locale.ROOT,
            "%.2f to %.2f, %d of %d met",
            values.getMin(),
            values.getMax(),
            ratios.stream().filter(Ratio::isMet).count(),
            ratios.size());
  }

  private static String[] cells(Map<String, Ratio> row, List<String> engines) {
    Ratio any = Objects.requireNonNull(row.values().iterator().next());
    List<String> cells =
        new ArrayList<>(
            List.of(any.batch(), any.of(), String.format(Locale.ROOT, "<= %.2f", any.limit())));
    for (String engine : engines) {
      Optional<Ratio> ratio = Optional.ofNullable(row.get(engine));
      cells.add(
          ratio
              .map(it -> String.format(Locale.ROOT, "%.1f / %.1f", it.millis(), it.other()))
              .orElse(NOT_MEASURED));
      cells.add(
          ratio.map(it -> String.format(Locale.ROOT, "%.2f", it.value())).orElse(NOT_MEASURED));
      cells.add(ratio.map(it -> it.isMet() ? "met" : "**not met**").orElse(NOT_MEASURED));
    }
    return cells.toArray(String[]::new);
  }
}
