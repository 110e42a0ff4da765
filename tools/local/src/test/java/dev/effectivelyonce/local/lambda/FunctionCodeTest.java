package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionCodeTest {
  @Test
  void nothingOfAnEarlierPackageStays(@TempDir Path folder) throws IOException {
    Path code = folder.resolve("code");
    FunctionCode.unpack(zip(folder, "lib/old.jar"), code);

    FunctionCode.unpack(zip(folder, "lib/new.jar"), code);

    assertThat(FunctionCode.jars(code)).containsExactly(code.resolve("lib/new.jar"));
  }

  private static Path zip(Path folder, String entry) throws IOException {
    Path zip = folder.resolve("function.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry(entry));
    }
    return zip;
  }
}
