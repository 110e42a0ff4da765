package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;

import org.junit.jupiter.api.Test;

/** Copies of one event within a batch. */
class SameKeyTest {
  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # one copy runs and the others are acknowledged with it
        {A A#b A#c} calls?:CLAIM -> done CLAIM*1 | COMPLETED A ran A
        {A A} -> done | COMPLETED A ran A
        fifo {A1 A1#b A2} -> done | COMPLETED A1,A2 ran A1,A2
        # copies follow a failure and come back with it
        on:A:retries:9s {A A#b A#c} -> failed a+9s b+9s c+9s | RETRYABLE A ran A
        on:A:retries {A@5 A#b} -> failed a+16s b+1s | RETRYABLE A ran A
        on:A:fails {A A#b A#c} -> failed a+0s b+0s c+0s | FAILED A ran A
        holding on:A:throws {A A#b A#c} -> failed a+0s b+0s c+0s | UNKNOWN A ran A
        # a copy with another fingerprint is refused and the others follow the first
        by-amount {A A#b=1 A#c} -> failed b+0s | COMPLETED A ran A
        # two events under one message id are reported once if either fails
        on:A:fails {A#same B#same} -> failed same+0s | COMPLETED B FAILED A ran A,B
        on:A:fails on:B:fails {A#same B#same} -> failed same+0s | FAILED A,B ran A,B
        """);
  }
}
