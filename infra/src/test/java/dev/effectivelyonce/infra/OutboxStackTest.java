package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Template;

/** The outbox of the stack. */
class OutboxStackTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();

  /** What comes to it comes from the stream: no queue may use it for its own. */
  @Test
  void theDeadLetterQueueOfTheOutboxAdmitsNoQueue() {
    assertThat(TemplateReader.property(trial, "OutboxDeadLetterQueue", "RedriveAllowPolicy"))
        .hasToString("{redrivePermission=denyAll}");
  }
}
