package dev.effectivelyonce.benchmarks.report;

import java.awt.Dimension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.DOMImplementation;
import org.w3c.dom.Document;

/** A plot as an SVG file. */
final class PlotFile {
  private static final String SVG = "http://www.w3.org/2000/svg";

  private PlotFile() {}

  static Path write(Chart<?, ?> chart, Path file) {
    SVGGraphics2D graphics = graphics();
    graphics.setSVGCanvasSize(new Dimension(chart.getWidth(), chart.getHeight()));
    chart.paint(graphics, chart.getWidth(), chart.getHeight());
    try (Writer writer = Files.newBufferedWriter(file)) {
      boolean styleByCss = false;
      graphics.stream(writer, styleByCss);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Text is drawn as outlines: it looks the same wherever, and needs no more than two digits. */
  private static SVGGraphics2D graphics() {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
    context.setPrecision(2);
    boolean textAsShapes = true;
    return new SVGGraphics2D(context, textAsShapes);
  }

  private static Document document() {
    try {
      DOMImplementation dom =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().getDOMImplementation();
      return dom.createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("Every Java platform has an XML parser", e);
    }
  }
}
