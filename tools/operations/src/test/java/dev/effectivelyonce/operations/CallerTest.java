package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.Connection;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.bench.StubAws;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whom trails name: STS may be away for a moment, and a console stays for hours. */
class CallerTest {
  private static final String ARN = "arn:aws:sts::123456789012:assumed-role/operator/ada";

  private final StubAws sts =
      new StubAws()
          .on(
              "Action=GetCallerIdentity",
              200,
              "<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>"
                  + ARN
                  + "</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>");

  private Instant now = Orders.NOW;

  @AfterEach
  void close() {
    sts.close();
  }

  @Test
  void anIdentityThatIsNotKnownIsAskedForAgainAfterAMinute() {
    InstantSource hands = () -> now;
    Connection connection =
        new Connection(Map.of(Service.STS, sts.endpoint()), Optional.empty(), Optional.empty());
    try (Clients clients = new Clients(connection, hands.withZone(ZoneOffset.UTC))) {
      sts.but("Arn>", "Nobody>");
      assertThat(clients.caller().doubt()).contains("STS returned no identity");

      sts.asWritten();
      now = now.plusSeconds(59);
      assertThat(clients.caller().doubt()).contains("STS returned no identity");

      now = now.plusSeconds(1);
      assertThat(clients.caller().name()).isEqualTo(ARN);

      sts.but("Arn>", "Nobody>");
      now = now.plus(Duration.ofDays(1));
      assertThat(clients.caller().name()).isEqualTo(ARN);
    }
  }
}
