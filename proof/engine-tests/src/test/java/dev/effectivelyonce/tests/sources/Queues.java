package dev.effectivelyonce.tests.sources;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;

/** Parcels by way of SQS. */
final class Queues {
  private static final int MAX_RECEIVES = 5;

  private Queues() {}

  static boolean standard(Rig rig, int delivery, Parcel parcel) {
    return handled(rig, SqsRecord.of("parcels", "m-" + delivery).body(parcel.json()));
  }

  static boolean fifo(Rig rig, int delivery, Parcel parcel) {
    return handled(
        rig, SqsRecord.of("parcels.fifo", "m-" + delivery).group("g").body(parcel.json()));
  }

  private static boolean handled(Rig rig, SqsRecord message) {
    return consumer(rig)
        .handle(SqsEvents.of(message), rig.invocation())
        .getBatchItemFailures()
        .isEmpty();
  }

  static SqsConsumer<Parcel> consumer(Rig rig) {
    SqsConsumerBuilder<Parcel> builder =
        SqsConsumer.of(
                MessageIdentity.of(Rig.CONSUMER, Parcel.class, MessageKey.of(Parcel::id))
                    .fingerprint(it -> Fingerprint.of(it.weight())))
            .onAbandonedClaim(rig.abandoned)
            .store(rig.store)
            .retention(Rig.RETENTION)
            .maxReceiveCount(MAX_RECEIVES)
            .mode(rig.mode)
            .claims(rig.claims)
            .visibility((changes, deadline) -> {})
            .platform(rig.platform());
    rig.heartbeat.ifPresent(builder::heartbeat);
    return builder.handler((parcel, delivered) -> rig.code().handle(delivered.attempt())).build();
  }
}
