package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;

import org.junit.jupiter.api.Test;

/** Three message groups of three, with something wrong in the middle of the second. */
class FifoLanesTest {
  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # every group runs in its order
        fifo {A1 A2 A3 B1 B2 B3 C1 C2 C3}
          -> done | COMPLETED A1,A2,A3,B1,B2,B3,C1,C2,C3 ran A1,A2,A3,B1,B2,B3,C1,C2,C3
        # after a retryable failure the rest of its group is reported and comes back with it
        fifo on:B2:retries {A1 A2 A3 B1 B2 B3 C1 C2 C3}
          -> failed b2+1s b3+1s | COMPLETED A1,A2,A3,B1,C1,C2,C3 RETRYABLE B2 ran
          A1,A2,A3,B1,B2,C1,C2,C3
        fifo on:B2:retries:40s {A1 A2 A3 B1 B2 B3 C1 C2 C3}
          -> failed b2+40s b3+40s | COMPLETED A1,A2,A3,B1,C1,C2,C3 RETRYABLE B2 ran
          A1,A2,A3,B1,B2,C1,C2,C3
        # an exception blocks its group
        fifo on:B2:throws {A1 A2 A3 B1 B2 B3 C1 C2 C3}
          -> failed b2+1s b3+1s | COMPLETED A1,A2,A3,B1,C1,C2,C3 RETRYABLE B2 ran
          A1,A2,A3,B1,B2,C1,C2,C3
        # after a permanent failure the group goes on
        fifo on:B2:fails {A1 A2 A3 B1 B2 B3 C1 C2 C3}
          -> failed b2+0s | COMPLETED A1,A2,A3,B1,B3,C1,C2,C3 FAILED B2 ran
          A1,A2,A3,B1,B2,B3,C1,C2,C3
        # after a message that can't be read the group goes on
        fifo {B1 B2! B3} -> failed b2+0s | COMPLETED B1,B3 ran B1,B3
        # after a retryable failure on the last receive the group goes on
        fifo on:B2:retries {B1@5 B2@5 B3@5}
          -> failed b2+16s | COMPLETED B1,B3 RETRYABLE B2 ran B1,B2,B3
        fifo on:B2:retries {B1@4 B2@4 B3@4}
          -> failed b2+8s b3+8s | COMPLETED B1 RETRYABLE B2 ran B1,B2
        # a message in flight blocks its group
        fifo on:B2{{B2#x B3#y}} {B1 B2 B3}
          -> failed x+32s y+32s done hid x+32s*1 hid y+32s*1 | COMPLETED B1,B2,B3 ran B1,B2,B3
        # an unreachable store blocks the group that it meets
        fifo fail:CLAIM {A1 A2} -> failed a1+1s a2+1s | ran none
        # an attempt that is superseded blocks its group and leaves its messages alone
        fifo before:COMPLETE{hold:A1} {A1 A2} -> failed a1 a2 | UNKNOWN A1 ran A1
        # messages without a group on a FIFO queue keep their order
        fifo on:A2:retries {A1/- A2/- A3/-}
          -> failed a2+1s a3+1s | COMPLETED A1 RETRYABLE A2 ran A1,A2
        # a group id on a standard queue makes no lane
        on:A:retries {A/G B/G} -> failed a+1s | COMPLETED B RETRYABLE A ran A,B
        """);
  }
}
