package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.sqs.Queue;

class TransactionalOutboxTest extends GoldenStackTest {
  @Override
  void fill() {
    outbox("Outbox")
        .destination("fulfilment", test.queue("Target"))
        .destination("audit", EventBus.Builder.create(test.stack(), "Audit").build())
        .build();
    outbox("Own")
        .publisher("com.example.Publisher::handleRequest")
        .sweeper("com.example.Sweeper::handleRequest")
        .destination("fulfilment", test.queue("Another"))
        .build();
  }

  private TransactionalOutbox.Builder outbox(String id) {
    return TransactionalOutbox.Builder.create(test.stack(), id).code(test.code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Publisher", "Sweeper"})
  void theHandlersAreTheLibrarysUnlessOthersAreNamed(String role) {
    String handler = "dev.effectivelyonce.outbox.Outbox" + role;

    assertThat(properties("Outbox" + role + "Function"))
        .contains("Handler=" + handler + "::handleRequest");
    assertThat(Path.of("../outbox/src/main/java", handler.replace('.', '/') + ".java")).exists();
  }

  @Test
  void anOutboxWithoutWhatItNeedsIsRefused() {
    TransactionalOutbox.Builder empty = TransactionalOutbox.Builder.create(test.stack(), "Empty");

    assertThatThrownBy(empty::build)
        .hasMessageContaining("code is missing")
        .hasMessageContaining("destination is missing");
  }

  @Test
  void destinationsThatCanNotBeToldApartOrNamedAreRefused() {
    Queue queue = test.queue("Other");
    TransactionalOutbox.Builder wrong =
        outbox("Wrong")
            .destination("twice", queue)
            .destination("twice", queue)
            .destination("with-hyphen", queue)
            .environment("EFFECTIVELY_ONCE_X", "y")
            .sweptAfter(Duration.ofSeconds(59));

    assertThatThrownBy(wrong::build)
        .hasMessageContaining("'twice' is given twice")
        .hasMessageContaining("'with-hyphen' is no usable name")
        .hasMessageContaining("EFFECTIVELY_ONCE_X is the construct's own")
        .hasMessageContaining("shorter than a minute");
  }
}
