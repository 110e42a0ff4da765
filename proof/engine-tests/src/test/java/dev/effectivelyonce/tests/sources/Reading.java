package dev.effectivelyonce.tests.sources;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a consumer reads the data of its records.
 *
 * @param type of what is in them
 * @param first part of the key
 * @param last part of the key
 * @param agreeing what copies have to agree in
 * @param envelope around it
 * @param json the codec
 */
record Reading<M>(
    TypeReference<M> type,
    Function<M, String> first,
    Function<M, String> last,
    Function<M, Fingerprint> agreeing,
    Optional<Envelope> envelope,
    JsonCodec json) {
  static Reading<Parcel> parcels() {
    return of(new TypeReference<>() {}, it -> it);
  }

  /** Of what contains a parcel. */
  static <M> Reading<M> of(TypeReference<M> type, Function<M, Parcel> parcel) {
    return new Reading<>(
        type,
        it -> parcel.apply(it).id().substring(0, 1),
        it -> parcel.apply(it).id().substring(1),
        it -> Fingerprint.of(parcel.apply(it).weight()),
        Optional.empty(),
        new JacksonJson());
  }

  Reading<M> in(Envelope declared) {
    return new Reading<>(type, first, last, agreeing, Optional.of(declared), json);
  }

  Reading<M> by(JsonCodec codec) {
    return new Reading<>(type, first, last, agreeing, envelope, codec);
  }
}
