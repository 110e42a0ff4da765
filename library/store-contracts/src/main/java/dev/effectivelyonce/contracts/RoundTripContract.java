package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.None;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The contract of reading: records are read as written, to the last millisecond and character. */
abstract class RoundTripContract extends StoreContractPart {
  private static final String UNICODE = "žluťoučký 🐎 \u0000\u001f\"\\\n\u202e ﬁ e\u0301 é";

  @TestFactory
  Stream<DynamicTest> everyResultIsKept() {
    return Stream.of(
            StoredResult.none(),
            new Text(""),
            new Text("{\"receipt\":\"r-1\"}"),
            new Text(UNICODE),
            new Text("x".repeat(100_000)),
            new Text(everyCodePoint()),
            new Omitted(Reason.TOO_LARGE, 1_000_000),
            new Omitted(Reason.NOT_SERIALIZABLE, 0))
        .map(result -> DynamicTest.dynamicTest(name(result), () -> assertKept(result)));
  }

  /** Of those above 0xFFFF only some, so that DynamoDB has room for them. */
  private static String everyCodePoint() {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(it -> it < Character.MIN_SURROGATE || it > Character.MAX_SURROGATE)
        .filter(it -> it <= 0xFFFF || it % 97 == 0)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private void assertKept(StoredResult result) {
    IdempotencyRecord mine = claimed(name(result), "a");

    assertWritten(
        store.complete(mine, result, stampAt(LATER)), mine.completed(result, stampAt(LATER)));
  }

  private static String name(StoredResult result) {
    return switch (result) {
      case None() -> "nothing";
      case Text(String value) -> value.length() + " characters";
      case Omitted(Reason reason, int sizeBytes) -> reason + " of " + sizeBytes;
    };
  }

  @TestFactory
  Stream<DynamicTest> everyErrorIsKept() {
    return Stream.of("", "com.example.CardDeclined", UNICODE, "x".repeat(2000))
        .map(ErrorSummary::new)
        .map(
            why ->
                DynamicTest.dynamicTest(
                    why.text().length() + " characters", () -> assertKept(why)));
  }

  private void assertKept(ErrorSummary why) {
    IdempotencyRecord mine = claimed("released" + why.text().length(), "a");
    assertWritten(store.release(mine, why, stampAt(LATER)), mine.released(why, stampAt(LATER)));

    IdempotencyRecord other = claimed("failed" + why.text().length(), "a");
    assertWritten(store.fail(other, why, stampAt(LATER)), other.failed(why, stampAt(LATER)));

    IdempotencyRecord third = claimed("held" + why.text().length(), "a");
    assertWritten(store.hold(third, why, stampAt(LATER)), third.held(why, stampAt(LATER)));
  }

  @Test
  void aClaimKeepsItsFingerprintAndReadableKey() {
    Claim claim = with(Optional.of(Fingerprint.of(UNICODE)), Optional.of(UNICODE));

    assertWritten(store.claim(claim), IdempotencyRecord.claimed(claim));
  }

  @Test
  void aClaimWithoutFingerprintAndReadableKeyKeepsNone() {
    Claim claim = with(Optional.empty(), Optional.empty());

    assertWritten(store.claim(claim), IdempotencyRecord.claimed(claim));
    assertThat(store.find(claim.id()).orElseThrow().fingerprint()).isEmpty();
    assertThat(store.find(claim.id()).orElseThrow().readableKey()).isEmpty();
  }

  @Test
  void leaseAndLastWriteAreKeptInMillisecondsAndTheRetentionInSeconds() {
    claimed("order-1", "a");

    IdempotencyRecord found = store.find(id("order-1")).orElseThrow();

    assertThat(found.leaseUntil()).isEqualTo(Instant.parse("2026-01-02T03:04:35.678Z"));
    assertThat(found.stamp().at()).isEqualTo(Instant.parse("2026-01-02T03:04:05.678Z"));
    assertThat(found.stamp().keptUntil()).isEqualTo(Instant.parse("2026-01-21T03:04:06Z"));
  }

  @Test
  void anExpiredRecordMayBeFoundButNeverAsAnotherOne() {
    IdempotencyRecord old = written(store.claim(claimAt(NOW.minus(RETENTION), "order-1", "a")));

    assertThat(store.find(old.id()))
        .satisfiesAnyOf(
            found -> assertThat(found).isEmpty(), found -> assertThat(found).contains(old));
  }

  private static Claim with(Optional<Fingerprint> fingerprint, Optional<String> readableKey) {
    return new Claim(id("order-1"), new AttemptId("a"), NOW.plus(LEASE), stampAt(NOW))
        .withFingerprint(fingerprint)
        .withReadableKey(readableKey);
  }
}
