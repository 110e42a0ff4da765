package dev.effectivelyonce.benchmarks.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VariantTest {
  private static final Path ROOT = Path.of("../../..");

  @Test
  void eachPackageIsOfAModuleOfThisBuild() {
    assertThat(Variant.of(ROOT, Initialization.SNAP_START, ""))
        .allSatisfy(
            variant -> assertThat(variant.zip().resolveSibling("../pom.xml").normalize()).exists());
  }
}
