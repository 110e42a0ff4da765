package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.Connection;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.bench.StubAws;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose time decides about a record: an operator's laptop may be minutes off. */
class StoreTimeTest {
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
  private static final Duration PRECISION = Duration.ofSeconds(60);

  /** Its answers have the date of this machine. */
  private final StubAws table = new StubAws().on("no-such-item", 200, "{}");

  @BeforeEach
  void identify() {
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
  }

  @AfterEach
  void close() {
    table.close();
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void aClockThatIsBehindOrAheadIsPutRightByTheTable(int direction) {
    Clock off = Clock.offset(Clock.systemUTC(), TEN_MINUTES.multipliedBy(direction));

    assertThat(late(timeAfterACall(off, elsewhere())).abs()).isLessThan(PRECISION);
  }

  @Test
  void whatRunsOnThisMachineHasItsClock() {
    Clock behind = Clock.offset(Clock.systemUTC(), TEN_MINUTES.negated());

    assertThat(late(timeAfterACall(behind, table.endpoint())))
        .isBetween(TEN_MINUTES, PRECISION.plus(TEN_MINUTES));
  }

  @Test
  void aClockThatIsRightIsLeftAsItIs() {
    Clock still = Clock.fixed(Instant.now(), Clock.systemUTC().getZone());

    assertThat(timeAfterACall(still, elsewhere())).isEqualTo(still.instant());
  }

  private static Duration late(Instant time) {
    return Duration.between(time, Instant.now());
  }

  private static Instant timeAfterACall(Clock own, URI endpoint) {
    Connection connection =
        new Connection(
            Map.of(Service.DYNAMODB, endpoint), Optional.of("eu-central-1"), Optional.empty());
    try (Clients clients = new Clients(connection, own)) {
      clients.dynamoDb().getItem(get -> get.tableName("no-such-item").key(Map.of()));
      return clients.clock().instant();
    }
  }

  /** The same by an address that the command line does not take for one of this machine. */
  private URI elsewhere() {
    return URI.create(table.endpoint().toString().replace("127.0.0.1", "LOCALHOST"));
  }
}
