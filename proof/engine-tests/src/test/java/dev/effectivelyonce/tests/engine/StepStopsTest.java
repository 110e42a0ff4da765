package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** What stops a handler is no exception that it takes by accident, and stands whatever it does. */
class StepStopsTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # no exception is taken for the stop
        RERUN {careless{fast:30s{} charge/hold}}
          -> Executed#2=r2 Superseded#1 | COMPLETED#2=r2 ran 2
        RERUN {careless{freeze:20s charge/hold}}
          -> Released#1(Step charge was not begun: the time of the handl…) | RETRYABLE#1… ran 1
        RERUN doubt {careless{charge/hold}}
          -> Released#1(RuntimeException) Held(Step charge was begun by attempt 1, and it is no…) |
          UNKNOWN#2… ?charge ran 2 called charge
        RERUN {careless{stops}} -> Held(Ask the customer) | UNKNOWN#1… ran 1
        RERUN single {careless{charge/hold}}
          -> Executed#1=charge 1 | COMPLETED#1… +charge ran 2 called charge
        RERUN single {careless{stops}} -> Held(Ask the customer) | UNKNOWN#1… ran 2
        # it stands whatever the handler throws or decides then
        RERUN {wants throws:StepFailedException} -> Held(Ask the customer) | UNKNOWN#1… ran 1
        RERUN {wants decide:refund:unanswered} -> Held(Ask the customer) | UNKNOWN#1… ran 1
        """);
  }
}
