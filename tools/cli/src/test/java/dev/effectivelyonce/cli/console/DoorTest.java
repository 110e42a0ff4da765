package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import dev.effectivelyonce.cli.console.Door.Verdict;
import java.net.URI;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoorTest {
  /** What is short enough still lacks the cookie. */
  @ParameterizedTest
  @CsvSource({
    "act, 8192, 403",
    "act, 8193, 413",
    "correct, 908192, 403",
    "correct, 908193, 413",
    "correct, 99999999999, 413",
    "correct/, 8193, 413",
    "incorrect, 8193, 413",
    "act?page=/correct, 8193, 413"
  })
  void onlyTheFormOfACorrectionMayBeLong(String page, String length, int status) {
    Headers headers = new Headers();
    headers.set("Host", "localhost:8123");
    headers.set("Origin", "http://localhost:8123");
    headers.set("Content-Type", "application/x-www-form-urlencoded");
    headers.set("Content-Length", length);

    Verdict verdict =
        new Door(8123, Access.WRITE, new Random(1))
            .judge("POST", URI.create("/room/" + page), headers);

    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Refused.class, it -> assertThat(it.status()).isEqualTo(status));
  }
}
