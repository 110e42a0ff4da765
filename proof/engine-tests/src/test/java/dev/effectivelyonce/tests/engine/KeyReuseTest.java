package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** A producer sends another payload under a key that is taken. */
class KeyReuseTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # is refused whatever the status and changes nothing
        HOLD payload:10 completes payload:99 completes
          -> Executed#1=r1 KeyReused | COMPLETED#1=r1 ran 1
        HOLD payload:10 retries payload:99 completes
          -> Released#1(busy) KeyReused | RETRYABLE#1(busy) ran 1
        HOLD payload:10 fails payload:99 completes
          -> Failed#1(closed) KeyReused | FAILED#1(closed) ran 1
        HOLD payload:10 throws payload:99 completes
          -> Held(Exception) KeyReused | UNKNOWN#1(Exception) ran 1
        HOLD payload:10 crash{} payload:99 completes -> Crash KeyReused | INPROGRESS#1 ran 1
        HOLD payload:10 crash{} lapse payload:99 completes -> Crash KeyReused | INPROGRESS#1 ran 1
        # what is served
        HOLD payload:10 retries completes -> Released#1(busy) Executed#2=r2 | COMPLETED#2… ran 2
        HOLD payload:10 retries payload: completes
          -> Released#1(busy) Executed#2=r2 | COMPLETED#2… ran 2
        HOLD payload:10 completes expire payload:99 completes
          -> Executed#1=r1 Executed#1=r2 | COMPLETED#1… ran 2
        # the first payload of a record without one counts from then
        HOLD retries payload:10 retries payload:99 completes
          -> Released#1(busy) Released#2(busy) KeyReused | RETRYABLE#2(busy) ran 2
        """);
  }
}
