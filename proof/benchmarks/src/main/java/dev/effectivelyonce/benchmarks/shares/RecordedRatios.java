package dev.effectivelyonce.benchmarks.shares;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The ratios of a run that later runs are held against. */
final class RecordedRatios {
  /** By how much a ratio may be worse than the one recorded. */
  private static final double WORSE = 1.15;

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Map<String, Double> recorded;

  private RecordedRatios(Map<String, Double> recorded) {
    this.recorded = recorded;
  }

  /** Those of a file. */
  static RecordedRatios read(Path file) {
    try {
      return new RecordedRatios(JSON.readValue(file.toFile(), new TypeReference<>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file that {@link #read} reads. */
  static void write(List<Ratio> ratios, Path file) {
    Map<String, Double> values = new TreeMap<>();
    ratios.forEach(ratio -> values.put(ratio.key(), ratio.value()));
    try {
      JSON.writeValue(file.toFile(), values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The ratios that are worse by more than 15 % than those recorded.
   *
   * @throws IllegalStateException if none of them is recorded
   */
  List<Ratio> worse(List<Ratio> ratios) {
    List<Ratio> known = ratios.stream().filter(it -> recorded.containsKey(it.key())).toList();
    if (known.isEmpty()) {
      throw new IllegalStateException("None of the ratios measured is recorded");
    }
    return known.stream().filter(it -> it.value() > WORSE * recorded(it)).toList();
  }

  /** A ratio beside the one recorded, which there must be. */
  String line(Ratio ratio) {
    return String.format(
        Locale.ROOT, "%s: %.3f, recorded %.3f", ratio.key(), ratio.value(), recorded(ratio));
  }

  private double recorded(Ratio ratio) {
    return Objects.requireNonNull(recorded.get(ratio.key()));
  }
}
