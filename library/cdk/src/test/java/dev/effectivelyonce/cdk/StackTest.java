package dev.effectivelyonce.cdk;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;

/** Tests of one stack, which is filled and synthesized once for all of them. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class StackTest {
  /** NullAway knows by this name what sets fields. */
  @interface Initializer {}

  TestStack test;
  Template template;
  private final Optional<String> checked;

  StackTest() {
    checked = Optional.empty();
  }

  /** Writes the app into a folder that stays: other tools check the templates in it. */
  StackTest(String folder) {
    checked = Optional.of(folder);
  }

  /** Fills the stack. */
  @Initializer
  abstract void fill();

  @BeforeAll
  void synthesize(@TempDir Path temporary) {
    test = TestStack.in(checked.map(TestApps::checked).orElse(temporary));
    fill();
    template = Template.fromStack(test.stack());
  }

  String properties(String resource) {
    return TemplateReader.properties(template, resource);
  }
}
