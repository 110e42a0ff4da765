package dev.effectivelyonce.tests.sources;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.EffectivelyOnceBuilder;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.http.HttpEvent;
import java.time.Duration;

/** Parcels of those that call a function, or its URL. */
final class Callers {
  private Callers() {}

  static boolean function(Rig rig, Parcel parcel) {
    EffectivelyOnceBuilder builder =
        EffectivelyOnce.of(Rig.CONSUMER)
            .onAbandonedClaim(rig.abandoned)
            .store(rig.store)
            .retention(Rig.RETENTION)
            .mode(rig.mode)
            .claims(rig.claims)
            .platform(rig.platform());
    rig.heartbeat.ifPresent(builder::heartbeat);
    Duration left = Duration.ofMillis(rig.invocation().getRemainingTimeInMillis());
    OnceRequest request = OnceRequest.within(left).fingerprint(Fingerprint.of(parcel.weight()));
    return builder.build().run(BusinessKey.of(parcel.id()), request, rig.code()).isDone();
  }

  /** A caller takes any 2xx for done. */
  static boolean http(Rig rig, Parcel parcel) {
    HttpApi api =
        HttpApi.of(Rig.CONSUMER)
            .onAbandonedClaim(rig.abandoned)
            .store(rig.store)
            .retention(Rig.RETENTION)
            .platform(rig.platform())
            .handler((request, attempt) -> rig.code().handle(attempt))
            .build();
    HttpEvent request = HttpEvent.post("/parcels").key(parcel.id()).json(parcel.json());
    return api.handle(request.toRequest(), rig.invocation()).status() < 300;
  }
}
