package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.tests.http.Calls.assertTold;

import org.junit.jupiter.api.Test;

/** Which answers are kept, and what becomes of the others. */
class MeaningTest {
  @Test
  void eachCallEndsAsTold() {
    assertTold(
        """
        # is done
        RERUN pay{answers:<200|201|204|302|400|402|404|409|422>}
          -> <200|201|204|302|400|402|404|409|422> | COMPLETED booked 0
        HOLD pay{answers:<200|201|204|302|400|402|404|409|422>}
          -> <200|201|204|302|400|402|404|409|422> | COMPLETED booked 0
        # says that nothing happened
        RERUN pay{answers:<408|425|429>}
          -> <408|425|429> | RETRYABLE(Nothing happened: the handler answered <408|425|429>) booked
          0
        HOLD pay{answers:<408|425|429>}
          -> <408|425|429> | RETRYABLE(Nothing happened: the handler answered <408|425|429>) booked
          0
        # is unknown since behind a gateway's error the money may have moved
        RERUN pay{answers:<500|502|503|504>} -> <500|502|503|504> | RETRYABLE booked 0
        HOLD pay{answers:<500|502|503|504>} -> <500|502|503|504> | UNKNOWN booked 0
        # an exception may run again under RERUN and is held under HOLD
        RERUN pay{throws} pay
          -> 500 attempt-failed 201={"booking":2} location=/payments/1 | COMPLETED booked 2
        HOLD pay{throws} pay -> 409 held 409 held | UNKNOWN booked 1
        # null is no answer and runs again where an exception does
        RERUN pay{null} pay{null}
          -> 500 attempt-failed 500 attempt-failed | RETRYABLE(Refused: The handler returned null;
          return Handl…) booked 2
        HOLD pay{null} pay{null}
          -> 409 held 409 held | UNKNOWN(Refused: The handler returned null; return Handl…) booked 1
        # work that may go on is no answer and may have happened
        RERUN pay{pending} -> 500 attempt-failed | RETRYABLE(Refused: The handler returned a
          java.util.concur…) booked 1
        # what an API takes an answer for is its own to say
        HOLD meaning:NOTHING_HAPPENED pay pay
          -> 201={"booking":1} location=/payments/1 201={"booking":2} location=/payments/1 |
          RETRYABLE(Nothing happened: the handler answered 201) booked 2
        # an answer whose meaning can't be told may have happened
        RERUN meaning:none pay -> 500 attempt-failed | RETRYABLE booked 1
        HOLD meaning:none pay -> 409 held | UNKNOWN booked 1
        """);
  }
}
