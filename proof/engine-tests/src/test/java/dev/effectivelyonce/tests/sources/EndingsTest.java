package dev.effectivelyonce.tests.sources;

import static dev.effectivelyonce.tests.sources.Rig.PARCEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.tests.sources.Rig.Told;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.logging.log4j.ThreadContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of an event behind each source when its first delivery meets something. */
class EndingsTest {
  /** A source that waits for what comes back has no time to run it again in the invocation. */
  private static final Duration TOO_SHORT_TO_WAIT = Duration.ofMillis(2900);

  /** Settings that an API refuses. */
  private static final Pattern IN_NO_API = Pattern.compile("OBSERVE|SINGLE_SHOT");

  /**
   * What the first delivery meets, one thing or another; what its source learns of it, and of the
   * next one, which meets nothing; how often the code ran, what the record says, and how often
   * effects were committed. In a single shot, code that commits nothing runs once more, under a
   * claim. What a source makes of all that is in its own tests.
   */
  private static final String TABLE =
      """
      COMPLETES COPY_IN_FLIGHT END_IS_THROTTLED END_IS_DENIED
        | RERUN | DONE | | DONE | 1 | COMPLETED | 0
      COMPLETES | RERUN | DONE | RETENTION | DONE | 2 | COMPLETED | 0
      HAS_NO_VALUE HAS_A_NULL_VALUE VALUE_IS_TOO_LARGE VALUE_HAS_NO_TEXT LEAVES_AN_INTERRUPT
        END_UNANSWERED END_IS_DENIED | HOLD | DONE | | DONE | 1 | COMPLETED | 0
      RETRIES THROWS THROWS_AN_ERROR OVERFLOWS_ITS_STACK THROWS_AN_INTERRUPT RETURNS_NULL
        WORK_GOES_ON OUTLIVES_ITS_LEASE | RERUN | COMES_BACK | | DONE | 2 | COMPLETED | 0
      RETRIES RETRIES_UNEXPLAINED | HOLD | COMES_BACK | | DONE | 2 | COMPLETED | 0
      FAILS REFUSED_FOR_GOOD OF_ANOTHER_STORE | RERUN | GIVEN_UP | | GIVEN_UP | 1 | FAILED | 0
      FAILS_UNEXPLAINED | HOLD | GIVEN_UP | | GIVEN_UP | 1 | FAILED | 0
      THROWS THROWS_AN_ERROR OVERFLOWS_ITS_STACK THROWS_AN_INTERRUPT RETURNS_NULL WORK_GOES_ON
        | HOLD | GIVEN_UP | | GIVEN_UP | 1 | UNKNOWN | 0
      THROWS | HOLD | GIVEN_UP | SAID_NOT_DONE | DONE | 2 | COMPLETED | 0
      THROWS | HOLD | GIVEN_UP | SAID_DONE | DONE | 1 | COMPLETED | 0
      STORE_IS_AWAY STORE_DENIES CLAIM_UNANSWERED CLAIM_ANSWERED_LATE
        | HOLD | COMES_BACK | | DONE | 1 | COMPLETED | 0
      CLAIM_UNANSWERED CLAIM_ANSWERED_LATE | RERUN | COMES_BACK | | DONE | 1 | COMPLETED | 0
      END_IS_UNREADABLE | RERUN | COMES_BACK | LEASE | DONE | 2 | COMPLETED | 0
      END_IS_UNREADABLE | HOLD | COMES_BACK | LEASE | GIVEN_UP | 1 | UNKNOWN | 0
      DIES_AFTER_CLAIM | RERUN | DIES | LEASE | DONE | 1 | COMPLETED | 0
      DIES_BEFORE_END | RERUN | DIES | LEASE | DONE | 2 | COMPLETED | 0
      DIES_BEFORE_END | HOLD | DIES | LEASE | GIVEN_UP | 1 | UNKNOWN | 0
      DIES_AFTER_END | RERUN | DIES | | DONE | 1 | COMPLETED | 0
      COMMITS COMMITS_NO_VALUE COMMITS_AND_YIELDS COMMIT_UNANSWERED COMMIT_IS_THROTTLED
        | RERUN | DONE | | DONE | 1 | COMPLETED | 1
      REFUSED_FOR_NOW COMMITS_AS_A_ZOMBIE | RERUN | COMES_BACK | | DONE | 2 | COMPLETED | 1
      REFUSED_FOR_NOW | HOLD | COMES_BACK | | DONE | 2 | COMPLETED | 1
      COMMIT_IS_DENIED | RERUN | COMES_BACK | LEASE | DONE | 2 | COMPLETED | 1
      DIES_BEFORE_COMMIT | RERUN | DIES | LEASE | DONE | 2 | COMPLETED | 1
      DIES_AFTER_COMMIT | RERUN | DIES | | DONE | 1 | COMPLETED | 1
      COMPLETES LEAVES_AN_INTERRUPT STORE_IS_AWAY STORE_DENIES
        | OBSERVE | DONE | | DONE | 2 | COMPLETED | 0
      COMPLETES | OBSERVE | DONE | THEN_ENFORCED | DONE | 1 | COMPLETED | 0
      COMPLETES | HOLD | DONE | THEN_OBSERVED | DONE | 2 | COMPLETED | 0
      FAILS | HOLD | GIVEN_UP | THEN_OBSERVED | DONE | 2 | FAILED | 0
      THROWS | HOLD | GIVEN_UP | THEN_OBSERVED | DONE | 2 | UNKNOWN | 0
      RETRIES THROWS RETURNS_NULL | OBSERVE | COMES_BACK | | DONE | 2 | COMPLETED | 0
      FAILS | OBSERVE | GIVEN_UP | | DONE | 2 | FAILED | 0
      OUTLIVES_ITS_LEASE | OBSERVE | DONE | | DONE | 3 | COMPLETED | 0
      END_IS_DENIED END_IS_UNREADABLE | OBSERVE | DONE | | DONE | 2 | INPROGRESS | 0
      COMMITS | OBSERVE | DONE | | DONE | 2 | COMPLETED | 2
      REFUSED_FOR_NOW | OBSERVE | COMES_BACK | | DONE | 2 | COMPLETED | 1
      REFUSED_FOR_GOOD OF_ANOTHER_STORE | OBSERVE | GIVEN_UP | | DONE | 2 | FAILED | 1
      RETRIES THROWS | SINGLE_SHOT | COMES_BACK | | DONE | 4 | COMPLETED | 0
      FAILS REFUSED_FOR_GOOD OF_ANOTHER_STORE | SINGLE_SHOT | GIVEN_UP | | GIVEN_UP | 3 | FAILED | 0
      COMMITS COMMITS_AND_YIELDS COMMIT_IS_THROTTLED COMMIT_UNANSWERED
        | SINGLE_SHOT | DONE | | DONE | 2 | COMPLETED | 1
      REFUSED_FOR_NOW | SINGLE_SHOT | COMES_BACK | | DONE | 4 | COMPLETED | 1
      COMMIT_IS_DENIED | SINGLE_SHOT | COMES_BACK | | DONE | 2 | COMPLETED | 1
      DIES_BEFORE_COMMIT DIES_AFTER_COMMIT | SINGLE_SHOT | DIES | | DONE | 2 | COMPLETED | 1
      COMMITS_AS_A_ZOMBIE | SINGLE_SHOT | DONE | | DONE | 3 | COMPLETED | 1
      """;

  /** What a source learns of a delivery. */
  private enum End {
    DONE,
    COMES_BACK,
    /** It can't be done, or a person has to decide first. */
    GIVEN_UP,
    DIES;

    /** To a source that has dead letters, or a caller, what is given up failed as any other. */
    End at(Source source) {
      return this == GIVEN_UP && !source.parks() ? COMES_BACK : this;
    }
  }

  static Stream<Arguments> cells() {
    return Pattern.compile("\n(?! )")
        .splitAsStream(TABLE.strip())
        .map(row -> Arrays.stream(row.split("\\|")).map(String::strip).toList())
        .flatMap(
            row ->
                Arrays.stream(row.getFirst().split("\\s+", -1))
                    .flatMap(trouble -> cells(trouble, row.subList(1, row.size()))));
  }

  private static Stream<Arguments> cells(String trouble, List<String> row) {
    return Arrays.stream(Source.values())
        .filter(source -> source != Source.HTTP || !IN_NO_API.matcher("" + row).find())
        .map(source -> Arguments.of(trouble, row, source));
  }

  @ParameterizedTest(name = "{0} {1} behind {2}")
  @MethodSource("cells")
  void eachEventEndsAsTheTableSays(String trouble, List<String> row, Source source) {
    Rig rig = new Rig(source);
    rig.invocation = TOO_SHORT_TO_WAIT;
    set(row.get(0), rig);

    Trouble.valueOf(trouble).meets(rig);
    assertThat(delivered(rig)).isEqualTo(End.valueOf(row.get(1)).at(source));
    assertThat(Thread.interrupted())
        .as("interrupted")
        .isEqualTo(source == Source.FUNCTION && trouble.endsWith("AN_INTERRUPT"));
    rig.doing(attempt -> rig.usual());
    passes(row.get(2), rig);
    assertThat(delivered(rig)).isEqualTo(End.valueOf(row.get(3)).at(source));

    assertThat(rig.ran).hasValue(Integer.parseInt(row.get(4)));
    assertThat(rig.record().status()).isEqualTo(Status.valueOf(row.get(5)));
    assertThat(rig.committed).hasValue(Integer.parseInt(row.get(6)));
  }

  /** Where each delivery runs, nothing is held whatever the policy. */
  private static void set(String setting, Rig rig) {
    switch (setting) {
      case "OBSERVE" -> {
        rig.mode = ConsumerMode.OBSERVE;
        rig.abandoned = AbandonedClaimPolicy.HOLD;
      }
      case "SINGLE_SHOT" -> rig.claims = ClaimMode.SINGLE_SHOT;
      default -> rig.abandoned = AbandonedClaimPolicy.valueOf(setting);
    }
  }

  private static End delivered(Rig rig) {
    try {
      return switch (rig.deliver(PARCEL)) {
        case DONE -> End.DONE;
        case PARKED -> End.GIVEN_UP;
        case NOT_DONE -> End.COMES_BACK;
      };
    } catch (VirtualMachineError e) {
      return End.DIES;
    }
  }

  /** What is between the two deliveries. */
  private static void passes(String between, Rig rig) {
    switch (between) {
      case "LEASE" -> {
        assertThat(delivered(rig)).as("while the claim is held").isEqualTo(End.COMES_BACK);
        rig.clock.advance(Rig.LAPSE);
      }
      case "RETENTION" -> rig.clock.set(rig.record().stamp().keptUntil());
      case "SAID_NOT_DONE" -> settle(rig, Settlement.RETRYABLE);
      case "SAID_DONE" -> settle(rig, Settlement.COMPLETED);
      case "THEN_OBSERVED" -> rig.mode = ConsumerMode.OBSERVE;
      case "THEN_ENFORCED" -> rig.mode = ConsumerMode.ENFORCE;
      default -> assertThat(between).isEmpty();
    }
  }

  private static void settle(Rig rig, Settlement decision) {
    rig.memory.settle(
        rig.record(), decision, WriteTimestamp.of(rig.clock.instant(), Rig.RETENTION));
  }

  @ParameterizedTest
  @EnumSource
  void whatShowsThatTheProcessCantGoOnEndsTheInvocation(Source source) {
    Rig rig = new Rig(source);
    rig.doing(
        attempt -> {
          throw new NoClassDefFoundError("com/example/Gateway");
        });

    assertThatExceptionOfType(FatalProcessError.class).isThrownBy(() -> rig.deliver(PARCEL));

    assertThat(rig.record().status()).isEqualTo(Status.RETRYABLE);
    rig.doing(attempt -> rig.usual());
    assertThat(rig.deliver(PARCEL)).isEqualTo(Told.DONE);
  }

  @ParameterizedTest
  @EnumSource
  void whatAHandlerLeavesInTheLogContextAndAsClassLoaderIsGoneBehindIt(Source source) {
    Rig rig = new Rig(source);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ThreadContext.put("region", "eu-central-1");
    rig.doing(
        attempt -> {
          assertThat(ThreadContext.get("region")).isEqualTo("eu-central-1");
          ThreadContext.put("customer", "Jane Doe");
          ThreadContext.remove("region");
          thread.setContextClassLoader(null);
          return rig.usual();
        });

    try {
      assertThat(rig.deliver(PARCEL)).isEqualTo(Told.DONE);

      assertThat(ThreadContext.getImmutableContext()).isEqualTo(Map.of("region", "eu-central-1"));
      assertThat(thread.getContextClassLoader()).isSameAs(before);
    } finally {
      ThreadContext.clearMap();
      thread.setContextClassLoader(before);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofManyDeliveriesAtOnceOneRuns(Source source) throws Exception {
    int deliveries = 32;
    Rig rig = new Rig(source);
    rig.invocation = TOO_SHORT_TO_WAIT;
    CyclicBarrier together = new CyclicBarrier(deliveries);
    Callable<Told> delivery =
        () -> {
          together.await();
          return rig.deliver(PARCEL);
        };

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Told> one : threads.invokeAll(Collections.nCopies(deliveries, delivery))) {
        assertThat(one.get()).isIn(Told.DONE, Told.NOT_DONE);
      }
    }

    assertThat(rig.ran).hasValue(1);
    assertThat(rig.deliver(PARCEL)).isEqualTo(Told.DONE);
  }
}
