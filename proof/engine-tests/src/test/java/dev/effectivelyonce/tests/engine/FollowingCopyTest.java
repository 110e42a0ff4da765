package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** Copies of an event behind the first of them, in one batch. */
class FollowingCopyTest {
  @Test
  void shareWhatBecameOfTheFirst() {
    assertTold(
        """
        RERUN completes follow -> Executed#1=r1 Duplicate=r1 of the batch | COMPLETED#1… ran 1
        RERUN completes again follow -> Executed#1=r1 Duplicate=r1 Duplicate=r1 | COMPLETED#1… ran 1
        RERUN retries follow -> Released#1(busy) Released#1(busy) | RETRYABLE#1… ran 1
        RERUN fails follow -> Failed#1(closed) AlreadyFailed(closed) | FAILED#1… ran 1
        RERUN fails again follow
          -> Failed#1(closed) AlreadyFailed(closed) AlreadyFailed(closed) | FAILED#1… ran 1
        HOLD throws follow -> Held(Exception) Held(Exception) | UNKNOWN#1… ran 1
        RERUN payload:1 completes payload:2 again follow
          -> Executed#1=r1 KeyReused KeyReused | COMPLETED#1=r1 ran 1
        RERUN {lapse {} completes} follow
          -> Executed#2=r2 Superseded#1 Superseded#1 | COMPLETED#2=r2 ran 2
        RERUN fail:CLAIM completes follow
          -> StoreFailed(UNREACHABLE) StoreFailed(UNREACHABLE) | absent ran 0
        RERUN single commits follow
          -> Executed#1=r1 Duplicate=r1 of the batch | COMPLETED#1… ran 1 effects 1
        HOLD observing completes follow -> Executed#1 Executed#0 | COMPLETED#1=r1 ran 2
        """);
  }
}
