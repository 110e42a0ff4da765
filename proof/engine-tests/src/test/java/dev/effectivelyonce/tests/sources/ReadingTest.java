package dev.effectivelyonce.tests.sources;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.tests.sources.Rig.PARCEL;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.tests.sources.Rig.Told;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the data of each source whose events are bytes is read, and what is known by then. */
class ReadingTest {
  private static final byte[] DATA = PARCEL.json().getBytes(UTF_8);
  private static final byte[] IN_BASE64 = Base64.getEncoder().encode(DATA);

  @ParameterizedTest
  @EnumSource(names = {"KINESIS", "KAFKA", "RABBITMQ"})
  @Retention(RetentionPolicy.RUNTIME)
  private @interface OfEachSource {}

  /** Data in an envelope, or in another form, and the event that it is without it. */
  @OfEachSource
  void dataInADeclaredEnvelopeOrWithAMarkIsTheSameEventAsWithoutIt(Source source)
      throws IOException {
    Rig rig = new Rig(source);

    assertRuns(rig, DATA, Reading.parcels());
    assertRuns(rig, gzip(DATA), Reading.parcels().in(Envelope.gzip()));
    assertRuns(rig, IN_BASE64, Reading.parcels().in(Envelope.base64()));
    assertRuns(
        rig, Base64.getEncoder().encode(gzip(DATA)), Reading.parcels().in(Envelope.gzipInBase64()));
    assertRuns(rig, gzip(IN_BASE64), Reading.parcels().in(Envelope.gzip().then(Envelope.base64())));
    assertRuns(rig, ("\uFEFF" + PARCEL.json()).getBytes(UTF_8), Reading.parcels());
    assertThat(rig.ran).hasValue(1);
  }

  private static void assertRuns(Rig rig, byte[] data, Reading<?> reading) {
    assertThat(rig.deliver(data, reading)).isEqualTo(Told.DONE);
  }

  private static byte[] gzip(byte[] data) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(data);
    }
    return packed.toByteArray();
  }

  record Event<T>(String id, T data) {}

  @OfEachSource
  void dataMayBeOfAGenericType(Source source) {
    Rig rig = new Rig(source);
    byte[] data = "{\"id\":\"e\",\"data\":%s}".formatted(PARCEL.json()).getBytes(UTF_8);
    Reading<Event<Parcel>> generic = Reading.of(new TypeReference<>() {}, Event::data);

    assertRuns(rig, data, generic);
    assertRuns(rig, DATA, Reading.parcels());
    assertThat(rig.ran).hasValue(1);
  }

  @OfEachSource
  void aCodecOfTheUsersReadsIt(Source source) {
    Rig rig = new Rig(source);
    Reading<Parcel> strict =
        Reading.parcels()
            .by(
                new JacksonJson(
                    JacksonJson.mapper()
                        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .build()));
    byte[] more = PARCEL.json().replace("{", "{\"more\":1,").getBytes(UTF_8);

    assertThat(rig.deliver(more, strict)).isEqualTo(Told.PARKED);
    assertRuns(rig, more, Reading.parcels());
    assertRuns(rig, DATA, strict);
    assertThat(rig.ran).hasValue(1);
  }

  @OfEachSource
  void partsOfAKeyAreToldApart(Source source) {
    Rig rig = new Rig(source);

    assertThat(rig.deliver(new Parcel("ab", 7))).isEqualTo(Told.DONE);
    assertThat(rig.deliver(new Parcel("ac", 7))).isEqualTo(Told.DONE);
    assertThat(rig.deliver(new Parcel("bb", 7))).isEqualTo(Told.DONE);
    assertThat(rig.ran).hasValue(3);
    assertThat(rig.deliver(new Parcel("ab", 8))).isEqualTo(Told.PARKED);
    assertThat(rig.parked.getFirst().why()).contains("another payload");
  }

  @OfEachSource
  void aConsumerWhoseDataCanNeverBeReadIsNotBuilt(Source source) {
    Reading<Runnable> unreadable = Reading.of(new TypeReference<>() {}, it -> PARCEL);

    assertMistake(() -> new Rig(source).deliver(DATA, unreadable), "consumer parcels", "Runnable");
  }
}
