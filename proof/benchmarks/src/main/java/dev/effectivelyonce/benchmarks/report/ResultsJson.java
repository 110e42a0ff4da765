package dev.effectivelyonce.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.benchmarks.run.CpuRow;
import dev.effectivelyonce.benchmarks.run.MemoryRow;
import dev.effectivelyonce.benchmarks.run.Part;
import dev.effectivelyonce.benchmarks.run.Results;
import dev.effectivelyonce.benchmarks.run.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** All figures of a run, unrounded. */
final class ResultsJson {
  private final ObjectMapper mapper =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  void write(Results results, String machine, Path file) {
    ObjectNode root = mapper.createObjectNode().put("machine", machine);
    ArrayNode comparisons = root.putArray("comparisons");
    for (Part part : results.parts()) {
      results.rows(part).forEach(row -> comparison(part, row, comparisons.addObject()));
    }
    ArrayNode cpu = root.putArray("cpu");
    results.cpu().forEach(row -> cpu(row, cpu.addObject()));
    ArrayNode memory = root.putArray("memory");
    results.memory().forEach(row -> memory(row, memory.addObject()));
    try {
      mapper.writeValue(file.toFile(), root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void comparison(Part part, Row row, ObjectNode json) {
    json.put("part", part.name())
        .put("batch", row.scenario().shape().title())
        .put("batchSize", row.scenario().shape().batchSize())
        .put("latencyMillis", row.scenario().latency().toMillis())
        .put("contender", row.contender().title())
        .put("batches", row.samples().size())
        .put("messagesPerSecond", row.messagesPerSecond())
        .put("p50Millis", row.batchMillis(0.5))
        .put("p99Millis", row.batchMillis(0.99))
        .put("serialRoundTrips", row.serialRoundTrips())
        .put("requestsPerBatch", row.requestsPerBatch())
        .put("writesPerMessage", row.writesPerMessage())
        .put("largestItemBytes", row.largestItemBytes())
        .put("writeUnitsPerMessage", row.writeUnitsPerMessage())
        .put("readUnitsPerMessage", row.readUnitsPerMessage())
        .put("refusedWritesPerMessage", row.refusedWritesPerMessage())
        .put("cpuMicrosPerMessage", row.cpuMicrosPerMessage())
        .put("allocatedBytesPerMessage", row.allocatedBytesPerMessage())
        .put("handlerRuns", row.effects());
  }

  private static void cpu(CpuRow row, ObjectNode json) {
    json.put("measured", row.below().title())
        .put("contender", row.contender().title())
        .put("messages", row.messages())
        .put("cpuMicrosPerMessage", row.cpuMicrosPerMessage())
        .put("allocatedBytesPerMessage", row.allocatedBytesPerMessage());
  }

  private static void memory(MemoryRow row, ObjectNode json) {
    json.put("contender", row.contender().title())
        .put("batchSize", row.batchSize())
        .put("peakBytes", row.peakBytes());
  }
}
