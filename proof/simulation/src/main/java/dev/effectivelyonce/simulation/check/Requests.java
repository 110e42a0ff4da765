package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.http.ApiResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Judges what callers of an API are told. */
public final class Requests {
  private static final int NO_CONTENT = 204;
  private static final int REFUSED = 422;
  private static final int REDIRECTION = 300;

  /** What a record keeps of an answer by which its request is done. */
  @FunctionalInterface
  public interface Kept {
    /** The result in the record. */
    String of(ApiResponse answer);
  }

  private final String api;
  private final Kept kept;
  private final Records records;
  private final Findings findings;
  private final Function<RecordId, Optional<IdempotencyRecord>> store;
  private final Map<RecordId, String> answers = new HashMap<>();

  /**
   * @param api its name among the counts
   * @param store the records as they truly are
   */
  public Requests(
      String api,
      Kept kept,
      Records records,
      Function<RecordId, Optional<IdempotencyRecord>> store) {
    this.api = api;
    this.kept = kept;
    this.records = records;
    this.findings = records.stage.findings();
    this.store = store;
  }

  /** A request is sent. */
  public void sent() {
    count("sent");
  }

  private void count(String what) {
    records.stage.counts().add(api + ": " + what, 1);
  }

  /** The whole of an answer without headers, whose content needs no escapes. */
  public static String whole(ApiResponse answer) {
    return "{\"status\":%s,\"headers\":{},\"body\":\"%s\"}"
        .formatted(answer.status(), answer.body().text());
  }

  /** Whether an answer says that the request is done. */
  public static boolean isSuccess(ApiResponse answer) {
    return answer.status() < REDIRECTION;
  }

  /** Whether an answer says that the request is over: done, or refused for good. */
  public static boolean isFinal(ApiResponse answer) {
    return isSuccess(answer) || answer.status() == REFUSED;
  }

  /** Whether an effect of the request happened, in whatever attempt. */
  public boolean hasEffect(RecordId id) {
    Life life = records.life(id);
    return life.committed > 0 || life.effects() > 0;
  }

  /** A request is answered. */
  public void answered(RecordId id, Fingerprint payload, ApiResponse answer) {
    if (isSuccess(answer)) {
      success(id, payload, answer);
    } else if (answer.status() == REFUSED) {
      refused(id, payload, answer);
    } else {
      count("answered " + answer.status());
    }
  }

  private void success(RecordId id, Fingerprint payload, ApiResponse answer) {
    boolean isReplayed = answer.header("idempotent-replayed").isPresent();
    count(isReplayed ? "replayed" : "answered first");
    String told = kept.of(answer);
    String before = answers.putIfAbsent(id, told);
    findings.check(
        before == null || before.equals(told),
        Invariant.ONE_ANSWER,
        "a request is answered",
        told,
        ", before it was",
        before);
    Optional<IdempotencyRecord> record = store.apply(id);
    boolean isRecorded =
        record
            .filter(it -> it.status() == Status.COMPLETED && Past.isOf(it, payload))
            .filter(it -> tells(it.result(), answer))
            .isPresent();
    findings.check(
        isRecorded && hasEffect(id),
        Invariant.ANSWERED_IS_RECORDED,
        "a request is answered",
        told,
        ", its record is",
        record.map(it -> it.status() + " with " + it.result()));
  }

  /** An operator who says that a request is done knows of no answer. */
  private boolean tells(StoredResult result, ApiResponse answer) {
    return result instanceof StoredResult.Text(String text)
        ? text.equals(kept.of(answer))
        : answer.status() == NO_CONTENT;
  }

  private void refused(RecordId id, Fingerprint payload, ApiResponse answer) {
    Optional<IdempotencyRecord> record = store.apply(id);
    boolean isReused = record.filter(it -> !Past.isOf(it, payload)).isPresent();
    count(isReused ? "reused key refused" : "failed for good");
    findings.check(
        isReused || record.filter(it -> it.status() == Status.FAILED).isPresent(),
        Invariant.ANSWERED_IS_RECORDED,
        "a request is refused with",
        answer.body().text(),
        ", its record is",
        record.map(IdempotencyRecord::status));
  }
}
