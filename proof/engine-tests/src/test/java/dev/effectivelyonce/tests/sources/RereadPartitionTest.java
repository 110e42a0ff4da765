package dev.effectivelyonce.tests.sources;

import static dev.effectivelyonce.tests.sources.Rig.PARCEL;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A partition that is read anew, by the process that has read it before. */
class RereadPartitionTest {
  private final Rig rig = new Rig(Source.KAFKA);
  private final RequestStreamHandler consumer = Partitions.overKafka(rig, Reading.parcels());

  @Test
  void itsRecordsAreDoneWithoutARequestAndACopyElsewhereIsAskedAbout() {
    read(17);
    read(17);
    assertThat(rig.store.calls(Verb.CLAIM)).isEqualTo(1);

    read(18);
    assertThat(rig.store.calls(Verb.CLAIM)).isEqualTo(2);
    assertThat(rig.ran).hasValue(1);
  }

  private void read(int offset) {
    byte[] parcel = PARCEL.json().getBytes(StandardCharsets.UTF_8);
    assertThat(Partitions.handled(rig, consumer, Partitions.inATopic(offset, parcel))).isTrue();
  }
}
