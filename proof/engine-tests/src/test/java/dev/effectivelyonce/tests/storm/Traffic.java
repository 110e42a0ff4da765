package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.List;

/** A queue that hands out batches to many invocations. Safe for use by many threads. */
interface Traffic {
  /** The most messages in a batch. */
  int BATCH = 10;

  /** The next batch; empty if nothing is there just now. */
  List<Copy> next();

  /** Takes back what was reported and may run again. */
  void handled(List<Copy> batch, List<Copy> again);

  /** How a message looks in a batch. */
  SqsRecord record(Copy copy, int batch);
}
