package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/envelopes.md shows does what the page says. */
class EnvelopesPageTest {
  @Test
  void itsHandlerOfUploadsSeesEachOfThem() {
    Bench bench = new Bench();
    List<String> indexed = new ArrayList<>();
    SqsConsumer<?> consumer =
        bench
            .with(SqsConsumer.of(EnvelopeSamples.uploads()))
            .handler(new EnvelopeSamples(indexed::add)::uploaded)
            .build();
    SqsRecord message =
        SqsRecord.of("uploads", "m-1")
            .body(
                """
                {"Records": [{"eventName": "ObjectCreated:Put", "eventTime": "2026-01-01T00:00:00Z",
                  "s3": {"bucket": {"name": "uploads"}, "object": {"key": "a+b.png", "sequencer": "1"}}}]}
                """);

    assertThat(bench.failed(consumer, message)).isEmpty();
    assertThat(indexed).containsExactly("uploads/a b.png");
  }
}
