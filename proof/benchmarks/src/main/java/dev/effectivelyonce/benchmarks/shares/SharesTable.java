package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All ratios, with a pair of columns for each engine. */
final class SharesTable {
  private static final String NOT_MEASURED = "–";

  private SharesTable() {}

  static String markdown(List<Ratio> ratios) {
    List<String> engines = ratios.stream().map(Ratio::engine).distinct().toList();
    List<String> header = new ArrayList<>(List.of("CPU", "batch", "ours"));
    engines.forEach(engine -> header.addAll(List.of(engine + ", ms", "ratio")));
    Table table = new Table(3, header.toArray(String[]::new));
    Map<String, Map<String, Ratio>> rows = new LinkedHashMap<>();
    ratios.forEach(
        it -> rows.computeIfAbsent(it.row(), row -> new LinkedHashMap<>()).put(it.engine(), it));
    rows.values().forEach(row -> table.row(cells(row, engines)));
    return table.markdown();
  }

  private static String[] cells(Map<String, Ratio> row, List<String> engines) {
    Ratio any = Objects.requireNonNull(row.values().iterator().next());
    List<String> cells =
        new ArrayList<>(List.of(Double.toString(any.cpu()), any.batch(), any.of()));
    for (String engine : engines) {
      Optional<Ratio> ratio = Optional.ofNullable(row.get(engine));
      cells.add(
          ratio
              .map(it -> String.format(Locale.ROOT, "%.1f / %.1f", it.millis(), it.other()))
              .orElse(NOT_MEASURED));
      cells.add(
          ratio.map(it -> String.format(Locale.ROOT, "%.2f", it.value())).orElse(NOT_MEASURED));
    }
    return cells.toArray(String[]::new);
  }
}
