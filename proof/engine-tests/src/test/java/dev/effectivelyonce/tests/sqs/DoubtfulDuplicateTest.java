package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;

import org.junit.jupiter.api.Test;

/** Duplicates behind which an event may be lost: skipped as ever, and remarked upon. */
class DoubtfulDuplicateTest {
  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # what a function of another name did is told before the duplicate
        function:one {A} function:two {A#b} kinds?
          -> done done [CLAIMED, EXECUTED, FOREIGN_DUPLICATE, DUPLICATE] | COMPLETED A ran A
        # what the function did itself is a plain duplicate
        function:one {A} function:one {A#b} kinds?
          -> done done [CLAIMED, EXECUTED, DUPLICATE] | COMPLETED A ran A
        # a function whose name is not known remarks on nothing
        {A} function:one {A#b} kinds? -> done done [CLAIMED, EXECUTED, DUPLICATE] | COMPLETED A ran A
        function:one {A} function:- {A#b} kinds?
          -> done done [CLAIMED, EXECUTED, DUPLICATE] | COMPLETED A ran A
        # another payload under a done key is told before the duplicate
        on:A:commits {A} {A#b=9900} kinds?
          -> done done [CLAIMED, EXECUTED, OTHER_PAYLOAD, DUPLICATE] | COMPLETED A ran A
        single on:A:commits {A} {A#b=9900} kinds?
          -> done done [EXECUTED, OTHER_PAYLOAD, DUPLICATE] | COMPLETED A ran A,A
        # another payload in the same batch is told too
        on:A:commits {A A#b=9900} kinds?
          -> done [CLAIMED, EXECUTED, OTHER_PAYLOAD, DUPLICATE] | COMPLETED A ran A
        single on:A:commits {A A#b=9900} kinds?
          -> done [EXECUTED, OTHER_PAYLOAD, DUPLICATE] | COMPLETED A ran A,A
        # a consumer with a fingerprint compares that alone
        by-order {A} {A#b=9900} kinds?
          -> done done [CLAIMED, EXECUTED, DUPLICATE] | COMPLETED A ran A
        """);
  }
}
