package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** Record and effects in one write, without a claim. */
class SingleShotTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # takes one write
        RERUN single commits calls?:COMMIT calls?:CLAIM
          -> Executed#1=r1 COMMIT*1 CLAIM*0 | COMPLETED#1=r1 ran 1 effects 1
        # a duplicate runs and has no effect
        RERUN single commits commits calls?:CLAIM
          -> Executed#1=r1 Duplicate=r1 CLAIM*0 | COMPLETED#1=r1 ran 2 effects 1
        # a handler that calls a step runs under a claim whatever it does with the stop
        RERUN single {stubborn{charge/hold} commits}
          -> took INTERRUPTED Executed#1=r2 | COMPLETED#1… +charge ran 2 effects 1 called charge
        # an interrupt that a handler leaves behind does not reach the write
        RERUN single {interrupt commits} -> Executed#1=r1 | COMPLETED#1… ran 1 effects 1
        RERUN single {interrupt books} -> Executed#1 | COMPLETED#1 ran 1 effects 1
        # what is never answered is found done by the next delivery
        RERUN single lose:COMMIT:25 commits calls?:COMMIT commits
          -> Unrecorded#1(UNREACHABLE) COMMIT*25 Duplicate=r1 | COMPLETED#1… ran 2 effects 1
        RERUN single fail:COMMIT:1000 commits -> Unrecorded#1(UNREACHABLE) | absent ran 1
        # what the store throws of its own counts as an attempt under a claim
        RERUN single before:COMMIT{bug} before:COMMIT{bug} commits calls?:COMMIT
          -> Executed#1=r2 COMMIT*3 | COMPLETED#1=r2 ran 2 effects 1
        RERUN single before:COMMIT{overflow} before:COMMIT{overflow} commits
          -> Released#1(Refused: The commit threw java.lang.StackOverflo…) | RETRYABLE#1… ran 2
        RERUN single after:COMMIT{overflow} commits -> Duplicate=r1 | COMPLETED#1… ran 1 effects 1
        # what the record says stands
        RERUN single payload:12 commits payload:99 commits
          -> Executed#1=r1 KeyReused | COMPLETED#1=r1 ran 2 effects 1
        RERUN single commits fails -> Executed#1=r1 Duplicate=r1 | COMPLETED#1… ran 2 effects 1
        HOLD throws single commits -> Held(Exception) Held(Exception) | UNKNOWN#1… ran 2
        RERUN crash{commits} single commits -> Crash InFlight(30s) | INPROGRESS#1 ran 2
        # nothing starts without time left
        RERUN single late:20s commits -> NotStarted(DEADLINE) | absent ran 0
        """);
  }
}
