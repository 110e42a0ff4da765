package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Whatever becomes of a handler's value, its completion is recorded. */
class KeptResultTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a result of exactly the limit is kept, and duplicates get it
        RERUN keeping:bytes:100 completes claiming completes
          -> Executed#1=ë*50 Duplicate=ë*50 | COMPLETED#1… ran 1
        # one byte over the limit it is replaced by its size
        RERUN keeping:bytes:101 completes claiming completes
          -> Executed#1=TOO_LARGE 101 Duplicate=TOO_LARGE 101 | COMPLETED#1… ran 1
        # an empty text is a result
        RERUN keeping:bytes:0 completes claiming completes
          -> Executed#1= Duplicate= | COMPLETED#1… ran 1
        # a result without a text is replaced by a marker
        RERUN keeping:<IOException|Exception|StackOverflowError> completes claiming completes
          -> Executed#1=NOT_SERIALIZABLE 0 Duplicate=NOT_SERIALIZABLE 0 | COMPLETED#1… ran 1
        RERUN keeping:<NoClassDefFoundError|InternalError|half|null> completes claiming completes
          -> Executed#1=NOT_SERIALIZABLE 0 Duplicate=NOT_SERIALIZABLE 0 | COMPLETED#1… ran 1
        # a serializer that interrupts itself does not break the write
        RERUN keeping:interrupted completes -> Executed#1=text | COMPLETED#1… ran 1
        """);
  }

  /** A serializer that keeps nothing, and tells why if it can. */
  private record Broken(Supplier<Optional<String>> why) implements ResultSerializer {
    @Override
    public String serialize(Object value) throws IOException {
      throw new IOException("personal data");
    }

    @Override
    public Optional<String> whyNeverKept(Class<?> type) {
      return why.get();
    }
  }

  @Test
  void aValueThatIsNotKeptIsLoggedWithWhatItsSerializerSaysOrWhatToReturn() {
    assertLogged(() -> Optional.of("It is a thread."), "It is a thread.");
    assertLogged(Optional::empty, "Return a value that its serializer knows, or none");
    assertLogged(
        () -> {
          throw new IllegalStateException("personal data");
        },
        "Return a value that its serializer knows, or none");
  }

  private static void assertLogged(Supplier<Optional<String>> why, String remedy) {
    Bench bench = new Bench(AbandonedClaimPolicy.RERUN);
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      Outcome outcome =
          bench
              .engine(bench.store, bench.clock, new Broken(why), bench.transitions::add)
              .execute(bench.request(), attempt -> HandlerResult.completed("value"));

      assertThat(outcome.isDone()).isTrue();
      bench.assertRecord(Status.COMPLETED, 1);
      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("ERROR "))
          .singleElement(STRING)
          .contains("a java.lang.String can't be serialized", "). " + remedy)
          .doesNotContain("personal data");
    }
  }
}
