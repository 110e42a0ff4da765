package dev.effectivelyonce.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.system.LocalSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The outputs of the running stack, as {@code cdk deploy --outputs-file} would write them. */
final class OutputsFile {
  private OutputsFile() {}

  /** Writes them to the work folder. */
  static Path write(LocalSystem system) {
    Path file = system.workFolder().resolve("outputs.json");
    Map<String, String> outputs = new TreeMap<>(system.template().outputs());
    try {
      Files.createDirectories(system.workFolder());
      new ObjectMapper()
          .writerWithDefaultPrettyPrinter()
          .writeValue(file.toFile(), Map.of(system.template().stackName(), outputs));
    } catch (IOException e) {
      throw new LocalRunnerException("The stack's outputs can't be written to " + file, e);
    }
    return file;
  }
}
