package dev.effectivelyonce.benchmarks.report;

import dev.effectivelyonce.benchmarks.run.Part;
import dev.effectivelyonce.benchmarks.run.Results;
import dev.effectivelyonce.benchmarks.run.Row;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/** The plots, each of one part. */
final class Plots {
  private final Results results;

  Plots(Results results) {
    this.results = results;
  }

  /** Writes those whose parts were measured; returns the files. */
  List<Path> write(Path folder) {
    List<Path> files = new ArrayList<>();
    if (results.parts().contains(Part.LATENCY)) {
      files.add(PlotFile.write(wallTime(), folder.resolve("wall-time-by-latency.svg")));
    }
    if (results.parts().contains(Part.MIXES)) {
      files.add(PlotFile.write(throughput(), folder.resolve("messages-per-second.svg")));
    }
    if (results.parts().contains(Part.SIZES)) {
      files.add(PlotFile.write(sizes(), folder.resolve("time-per-message-by-batch-size.svg")));
    }
    return files;
  }

  private XYChart wallTime() {
    XYChart chart =
        new XYChartBuilder()
            .width(PlotStyle.WIDTH)
            .height(PlotStyle.HEIGHT)
            .title("A batch of 10 new messages")
            .xAxisTitle("latency added to each request to the store, ms")
            .yAxisTitle("wall time of a batch, median, ms")
            .build();
    PlotStyle.apply(chart.getStyler());
    addSeries(
        chart,
        Part.LATENCY,
        row -> row.scenario().latency().toMillis(),
        row -> row.batchMillis(0.5));
    return chart;
  }

  private XYChart sizes() {
    XYChart chart =
        new XYChartBuilder()
            .width(PlotStyle.WIDTH)
            .height(PlotStyle.HEIGHT)
            .title("Time of a message by size of its batch, DynamoDB Local")
            .xAxisTitle("messages in a batch")
            .yAxisTitle("wall time / messages, ms")
            .build();
    PlotStyle.apply(chart.getStyler());
    chart.getStyler().setXAxisLogarithmic(true).setXAxisDecimalPattern("#,##0");
    addSeries(
        chart,
        Part.SIZES,
        row -> row.scenario().shape().batchSize(),
        row -> row.wallMicrosPerMessage() / 1e3);
    return chart;
  }

  private void addSeries(
      XYChart chart, Part part, ToDoubleFunction<Row> x, ToDoubleFunction<Row> y) {
    for (Contender contender : Contender.onStandardQueues()) {
      List<Row> rows = rows(part, contender);
      PlotStyle.apply(
          contender,
          chart.addSeries(
              contender.title(),
              rows.stream().mapToDouble(x).toArray(),
              rows.stream().mapToDouble(y).toArray()));
    }
  }

  private CategoryChart throughput() {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(PlotStyle.WIDTH)
            .height(PlotStyle.HEIGHT)
            .title("Messages per second, batches of 10, DynamoDB Local")
            .yAxisTitle("messages/s")
            .build();
    PlotStyle.apply(chart.getStyler());
    for (Contender contender : Contender.onStandardQueues()) {
      List<Row> rows =
          rows(Part.MIXES, contender).stream()
              .filter(row -> row.scenario().latency().isZero())
              .toList();
      chart
          .addSeries(
              contender.title(),
              rows.stream().map(row -> row.scenario().shape().title()).toList(),
              rows.stream().map(Row::messagesPerSecond).toList())
          .setFillColor(PlotStyle.color(contender));
    }
    return chart;
  }

  private List<Row> rows(Part part, Contender contender) {
    return results.rows(part).stream().filter(row -> row.contender() == contender).toList();
  }
}
