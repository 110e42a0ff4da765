package dev.effectivelyonce.local.template;

/** The destination of records that a mapping gives up. */
public sealed interface OnFailure {

  /** Nowhere: they are skipped. */
  record Skip() implements OnFailure {}

  /** An SQS queue, which gets one message for each batch, without its records. */
  record Queue(String url) implements OnFailure {}

  /** A topic of the same cluster, which gets one message for each record, with that record. */
  record Topic(String name) implements OnFailure {}
}
