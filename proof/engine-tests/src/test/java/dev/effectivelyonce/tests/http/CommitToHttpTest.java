package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.tests.http.Calls.assertTold;

import org.junit.jupiter.api.Test;

/** What a caller is told of effects that are committed with the record. */
class CommitToHttpTest {
  @Test
  void eachCallEndsAsTold() {
    assertTold(
        """
        # the answer goes out when the effects are written and is replayed
        RERUN pay{commits:201} pay -> 201 201 replayed | COMPLETED booked 1
        # effects that were refused for now may be written later
        RERUN pay{collides} pay{commits:201} -> 503 put-off after 1 201 | COMPLETED booked 1
        # effects that were refused for good are never written
        RERUN pay{overdraws} pay{commits:201}
          -> 422 failed(Too little is left) 422 failed(Too little is left) replayed | FAILED(Too
          little is left) booked 0
        # effects are not written for an answer that says that nothing happened
        RERUN pay{commits:429} pay{commits:201} -> 429 201 | COMPLETED booked 1
        # nobody is asked about effects that were not written
        HOLD pay{commits:500}
          -> 500 | RETRYABLE(Nothing happened: the handler answered 500) booked 0
        HOLD pay{commits:500} pay{commits:201} -> 500 201 | COMPLETED booked 1
        # effects that the store does not know are the service's mistake
        RERUN pay{foreign}
          -> 500 refused | FAILED(Refused: The handler returned a dev.effectivelyo…) booked 0
        # what the store can't write helps nobody but an attacker and 422 blames the caller
        RERUN pay{unwritable} pay{commits:201}
          -> 500 refused 500 refused replayed | FAILED(Refused: table Accounts twice) booked 0
        # erasing leaves it the service's mistake so that nobody is told to take another key
        RERUN pay{unwritable} erase pay{commits:201}
          -> 500 refused 500 refused replayed | FAILED(Refused: Erased) booked 0
        # the answer that effects yield goes out and is replayed
        RERUN pay{yields:201} pay{yields:201} -> 201 x-not-kept=1 201 replayed | COMPLETED booked 1
        # effects that yield no answer are written and nobody is told to repeat them
        RERUN pay{yields-text} pay
          -> 200 answer-not-kept 200 answer-not-kept replayed | COMPLETED booked 1
        # effects that yield an answer which does not count are not written
        HOLD pay{yields:500}
          -> 500 x-not-kept=1 | RETRYABLE(Nothing happened: the handler answered 500) booked 0
        HOLD pay{yields:500} pay{yields:201}
          -> 500 x-not-kept=1 201 x-not-kept=1 | COMPLETED booked 1
        # an answer beside effects that yield one is the service's mistake
        RERUN pay{yields-beside:201}
          -> 500 refused | FAILED(Refused: The handler returned a value together w…) booked 0
        """);
  }
}
