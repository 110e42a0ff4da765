package dev.effectivelyonce.cdk;

import org.junit.jupiter.api.Test;

/** Tests of a stack that is made as a file has it. */
abstract class GoldenStackTest extends StackTest {
  GoldenStackTest() {}

  /** As {@link StackTest#StackTest(String)}. */
  GoldenStackTest(String folder) {
    super(folder);
  }

  @Test
  void whatIsMadeIsAsRecorded() {
    GoldenTemplate.check(getClass().getSimpleName().replace("Test", ""), template, recorded());
  }

  /** How the ids begin of what is recorded. */
  String recorded() {
    return "";
  }
}
