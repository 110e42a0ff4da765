package dev.effectivelyonce.functions.clicks;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.streams.StreamIdentity;
import dev.effectivelyonce.streams.StreamKey;
import org.jspecify.annotations.Nullable;

/**
 * A click of a visitor.
 *
 * @param simulate the fault that a trial asks for
 */
record Click(String clickId, String visitorId, String page, @Nullable String simulate) {
  static final StreamIdentity<Click> IDENTITY =
      StreamIdentity.ofKinesis("clicks", Click.class, StreamKey.of("clickId", Click::clickId))
          .fingerprint(click -> Fingerprint.of(click.visitorId(), click.page()));

  Click {
    requireNonNull(visitorId, "visitorId");
    requireNonNull(page, "page");
  }
}
