package dev.effectivelyonce.core.store;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.ID;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.SECOND;
import static dev.effectivelyonce.core.Samples.WHY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the protocol in ARCHITECTURE.md says what the code does. */
class ProtocolTableTest {
  private static final Path PAGE = Path.of("../../ARCHITECTURE.md");
  private static final Pattern ROW =
      Pattern.compile("\\| ([a-z ,]+) \\| (.+?) \\| (.+?) \\| .+ \\|");

  private static final Instant LATER = NOW.plus(LEASE);
  private static final StoredResult RESULT = new StoredResult.Text("receipt");
  private static final Step STEP = Step.unbegun("charge", 1, 1).intendedBy(1);
  private static final Claim FIRST_CLAIM = claim(FIRST, NOW, "function-1");

  /** What a write may be given, by its type. */
  private static final Map<Class<?>, List<Object>> ARGUMENTS =
      Map.of(
          IdempotencyRecord.class, records(),
          Claim.class, List.of(claim(SECOND, LATER, "function-2")),
          Instant.class, List.of(LATER.plusSeconds(1)),
          WriteTimestamp.class, List.of(stamp(LATER)),
          Step.class, List.of(STEP.done(RESULT)),
          StoredResult.class, List.of(RESULT),
          ErrorSummary.class, List.of(new ErrorSummary("another")),
          Settlement.class, List.of((Object[]) Settlement.values()));

  private static final Map<String, String> WORDS =
      Map.of(
          "leaseUntil", "lease",
          "stamp", "retention",
          "readableKey", "readable key");

  @Test
  void theTableSaysWhatEachWriteAsksForAndLeaves() throws IOException {
    List<String> told =
        ROW.matcher(protocol())
            .results()
            .skip(1)
            .map(row -> row.group(1) + " | " + row.group(2) + " | " + row.group(3))
            .toList();

    assertThat(told).containsExactlyInAnyOrderElementsOf(rows());
  }

  private static String protocol() throws IOException {
    String page = Files.readString(PAGE);
    return page.substring(
        page.indexOf("## The protocol"), page.indexOf("## The rules, and the harm"));
  }

  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (Class<?> verb : verbs(Write.class).toList()) {
      List<Write> samples = samples(verb);
      rows.add(
          row(
              words(verb.getSimpleName()),
              samples.getFirst().guard(),
              samples.stream().map(ProtocolTableTest::change).toList()));
    }
    Effects none = new Effects() {};
    IdempotencyRecord mine = IdempotencyRecord.claimed(FIRST_CLAIM);
    rows.add(of("commit", new Commit.Completing(complete(mine), none), Optional.of(mine)));
    rows.add(
        of("commit, single shot", new Commit.AtOnce(FIRST_CLAIM, RESULT, none), Optional.empty()));
    return rows;
  }

  private static Write.Complete complete(IdempotencyRecord mine) {
    return new Write.Complete(mine, RESULT, stamp(LATER));
  }

  private static String of(
      String name, Commit.Recorded commit, Optional<IdempotencyRecord> current) {
    return row(name, commit.guard(), List.of(new Change(current, commit.after(current))));
  }

  private static Stream<Class<?>> verbs(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(ProtocolTableTest::verbs).distinct();
  }

  /** Of all that it may be given, what its guard lets through. */
  private static List<Write> samples(Class<?> verb) {
    List<List<Object>> given = List.of(List.of());
    for (RecordComponent component : verb.getRecordComponents()) {
      given =
          given.stream()
              .flatMap(
                  before ->
                      ARGUMENTS.getOrDefault(component.getType(), List.of()).stream()
                          .map(next -> Stream.concat(before.stream(), Stream.of(next)).toList()))
              .toList();
    }
    return given.stream()
        .map(arguments -> write(verb, arguments))
        .filter(write -> write.guard().holds(write.known()))
        .toList();
  }

  private static Write write(Class<?> verb, List<Object> arguments) {
    try {
      return (Write) verb.getDeclaredConstructors()[0].newInstance(arguments.toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Change change(Write write) {
    return new Change(write.known(), write.after(write.known()));
  }

  /** A record before and after a write. */
  private record Change(Optional<IdempotencyRecord> before, Optional<IdempotencyRecord> after) {}

  private static String row(String name, Guard guard, List<Change> changes) {
    return name + " | " + words(guard) + " | " + left(changes);
  }

  private static String words(Guard guard) {
    return switch (guard) {
      case Guard.Absent ignored -> "no record, or its retention has passed";
      case Guard.HeldBy ignored -> "owner is me, INPROGRESS";
      case Guard.HeldUntil(AttemptId owner, var ignored) ->
          words(new Guard.HeldBy(owner)) + ", no later lease";
      case Guard.AsSeen ignored -> "owner, status and lease are those just seen";
      case Guard.AtRest ignored -> "owner and status are those seen; no live claim";
      case Guard.NotNotedSince(Guard other, var seen, var step) ->
          words(other) + "; nothing was noted about this step since it was seen";
    };
  }

  /** What changes in one sample or another. */
  private static String left(List<Change> changes) {
    Set<String> left = new LinkedHashSet<>();
    changes.stream()
        .filter(it -> !status(it.before()).equals(status(it.after())))
        .flatMap(it -> status(it.after()).stream())
        .distinct()
        .map(Status::name)
        .reduce((one, other) -> one + " or " + other)
        .ifPresent(left::add);
    if (changes.stream().allMatch(it -> it.before().isEmpty())) {
      left.add("attempt 1");
    }
    for (RecordComponent component : IdempotencyRecord.class.getRecordComponents()) {
      if (!component.getName().equals("status") && changes.stream().anyMatch(changed(component))) {
        left.add(WORDS.getOrDefault(component.getName(), component.getName()));
      }
    }
    return String.join(", ", left);
  }

  private static Optional<Status> status(Optional<IdempotencyRecord> record) {
    return record.map(IdempotencyRecord::status);
  }

  private static Predicate<Change> changed(RecordComponent component) {
    return it ->
        it.before()
            .filter(
                before ->
                    !value(component, before).equals(value(component, it.after().orElseThrow())))
            .isPresent();
  }

  private static Object value(RecordComponent component, IdempotencyRecord record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static String words(String name) {
    return name.replaceAll("(?<=.)([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** In every state, and with a step. */
  private static List<Object> records() {
    IdempotencyRecord claimed = IdempotencyRecord.claimed(FIRST_CLAIM);
    IdempotencyRecord noted = claimed.noted(STEP.done(RESULT), stamp(NOW));
    return List.of(
        claimed,
        claimed.noted(STEP, stamp(NOW)),
        noted,
        noted.completed(RESULT, stamp(NOW)),
        noted.released(WHY, stamp(NOW)),
        noted.failed(WHY, stamp(NOW)),
        noted.held(WHY, stamp(NOW)));
  }

  private static Claim claim(AttemptId owner, Instant now, String function) {
    return new Claim(
        ID,
        owner,
        now.plus(LEASE),
        stamp(now),
        Optional.of(Fingerprint.of("payload")),
        Optional.of("order-1"),
        new Claimant(Optional.of(function), Optional.empty()));
  }

  private static WriteTimestamp stamp(Instant now) {
    return WriteTimestamp.of(now, RETENTION);
  }
}
