package dev.effectivelyonce.tests.sources;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** A partition that is read anew, by the process that has read it before. */
class RereadPartitionTest {
  private final Rig rig = new Rig(Source.KAFKA);
  private final RequestStreamHandler consumer =
      KafkaConsumer.of(KafkaIdentity.of(Rig.CONSUMER, Parcel.class, KafkaKey.of("id", Parcel::id)))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .store(rig.store)
          .retention(Rig.RETENTION)
          .parking((message, deadline) -> rig.parked.add(message))
          .platform(rig.platform())
          .handler(
              (parcel, delivered) -> {
                rig.ran.incrementAndGet();
                return HandlerResult.completed();
              })
          .build();

  @Test
  void itsRecordsAreDoneWithoutARequestAndACopyElsewhereIsAskedAbout() throws IOException {
    read(17);

    read(17);
    assertThat(rig.store.calls(Verb.CLAIM)).isEqualTo(1);

    read(18);
    assertThat(rig.store.calls(Verb.CLAIM)).isEqualTo(2);
    assertThat(rig.ran).hasValue(1);
  }

  private void read(long offset) throws IOException {
    byte[] parcel = new Parcel("p-1", 7).json().getBytes(StandardCharsets.UTF_8);
    String event =
        """
        {"eventSource":"aws:kafka","bootstrapServers":"b-1.parcels:9092",
         "records":{"parcels-0":[{"topic":"parcels","partition":0,"offset":%s,
           "timestamp":1545084650987,"timestampType":"CREATE_TIME","value":"%s"}]}}
        """
            .formatted(offset, Base64.getEncoder().encodeToString(parcel));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    consumer.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, rig.invocation());
    assertThat(answer).hasToString("{\"batchItemFailures\":[]}");
  }
}
