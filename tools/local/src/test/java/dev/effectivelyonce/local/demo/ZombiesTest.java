package dev.effectivelyonce.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZombiesTest {
  @ParameterizedTest
  @CsvSource({
    "slow:20000, FREEZE",
    "slow:20000 fail-retryable, FREEZE",
    "slow:20000 timeout, KILL",
    "timeout, KILL",
    "slow:1000, KILL"
  })
  void aProcessIsStoppedHalfWayOnlyIfItEndsOnceItGoesOn(String faults, TimeoutPolicy policy) {
    String records =
        Arrays.stream(faults.split(" "))
            .map(
                fault ->
                    "{\"messageAttributes\":{\"simulate\":{\"stringValue\":\"" + fault + "\"}}}")
            .collect(Collectors.joining(",", "{\"Records\":[", "]}"));

    assertThat(Zombies.onTimeout(records)).isEqualTo(policy);
  }
}
