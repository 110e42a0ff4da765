package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.Reader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command says when AWS stops to answer it half way. */
class FaultsTest extends CommandTest {
  private final StubAws stub = new StubAws();

  @BeforeEach
  void prepare() {
    bench.claimed("O-1");
    bench.failed("O-2");
  }

  @AfterEach
  void close() {
    stub.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TransactWriteItems settle retry --consumer=orders --key=O-2 --yes",
        "GetItem inspect --consumer=orders --list=failed",
        "GetItem inspect --consumer=orders --list=stale",
        "TimeToLive doctor"
      })
  void credentialsThatExpireHalfWaySaySoInTwoLines(String callAndCommand) {
    Run run = refused("ExpiredTokenException", callAndCommand);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).doesNotContain("errors");
    assertThat(run.err())
        .endsWith(
            "The credentials for AWS have expired.%nLog in anew, and run the command again.%n"
                .formatted());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TransactWriteItems settle retry --consumer=orders --key=O-2 --yes",
        "Scan inspect --consumer=orders --list=stale",
        "GetItem inspect --consumer=orders --key=O-2"
      })
  void aThrottledTableSaysToWaitAndNotToCheckNames(String callAndCommand) {
    Run run = refused("ProvisionedThroughputExceededException", callAndCommand);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("throttles").contains("Run the command again in a minute");
  }

  private Run refused(String error, String callAndCommand) {
    String[] parts = callAndCommand.split(" ", 2);
    stub.on(parts[0], 400, "{\"__type\":\"x#%s\",\"message\":\"It is so\"}".formatted(error))
        .before(bench.aws);
    return bench.bare(
        Reader.nullReader(),
        Stream.concat(
                Stream.of(parts[1].split(" ")),
                Stream.of("sqs", "dynamodb").map(it -> "--endpoint=" + it + "=" + stub.endpoint()))
            .toArray(String[]::new));
  }
}
