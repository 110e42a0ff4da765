package dev.effectivelyonce.benchmarks.report;

import dev.effectivelyonce.benchmarks.subject.Contender;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.Locale;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** How all plots look: dark text on white, so that they can be read on light and dark pages. */
final class PlotStyle {
  static final int WIDTH = 760;
  static final int HEIGHT = 420;

  private static final Color TEXT = new Color(0x24292f);
  private static final Color GRID = new Color(0xd0d7de);
  private static final BasicStroke LINE =
      new BasicStroke(2.2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);

  private PlotStyle() {}

  static void apply(AxesChartStyler styler) {
    styler
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setLegendFont(font(Font.PLAIN, 12))
        .setChartTitleFont(font(Font.BOLD, 15))
        .setChartTitleBoxVisible(false)
        .setChartBackgroundColor(Color.WHITE)
        .setChartFontColor(TEXT)
        .setPlotBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setMarkerSize(7);
    styler
        .setAxisTitleFont(font(Font.PLAIN, 12))
        .setAxisTickLabelsFont(font(Font.PLAIN, 12))
        .setAxisTickLabelsColor(TEXT)
        .setPlotGridLinesColor(GRID)
        .setPlotGridVerticalLinesVisible(false)
        .setYAxisMin(0.0)
        .setLocale(Locale.ROOT);
  }

  static void apply(Contender contender, XYSeries series) {
    series.setLineColor(color(contender)).setLineStyle(LINE);
    series.setMarkerColor(color(contender)).setMarker(SeriesMarkers.CIRCLE);
  }

  static Color color(Contender contender) {
    return switch (contender) {
      case GROUPED -> new Color(0x0969da);
      case SINGLE -> new Color(0x80b4ee);
      case SEQUENTIAL -> new Color(0xbc4c00);
      case POOLED -> new Color(0xe6a15c);
      case WITHOUT_WINDOW,
          EXPRESSION,
          PLAIN,
          COMMITTED,
          SINGLE_SHOT,
          TWO,
          TWO_POOLED,
          TWO_VIRTUAL ->
          new Color(0x6e7781);
    };
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }
}
