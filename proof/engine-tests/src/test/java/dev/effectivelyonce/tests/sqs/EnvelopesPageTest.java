package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/envelopes.md shows is code of this build. */
class EnvelopesPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "envelopes.md");
  private static final Path SAMPLES =
      Path.of("src/test/java/dev/effectivelyonce/tests/sqs/EnvelopeSamples.java");

  @Test
  void itsCodeIsThatOfThisBuild() throws IOException {
    String samples = withoutIndent(Files.readString(SAMPLES));
    List<String> blocks =
        Pattern.compile("```java\n(?!import )(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE))
            .results()
            .map(block -> withoutIndent(block.group(1)))
            .toList();

    assertThat(blocks).hasSize(4).allSatisfy(block -> assertThat(samples).contains(block));
  }

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

  private static String withoutIndent(String code) {
    return code.replaceAll("(?m)^ +", "");
  }
}
