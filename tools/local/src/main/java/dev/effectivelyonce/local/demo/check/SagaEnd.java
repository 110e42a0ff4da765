package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import java.util.Optional;

/** The end of a saga when everything has settled. */
enum SagaEnd {
  /** All its steps happened. */
  SHIPPED,
  /** All that happened is undone. */
  WENT_BACK,
  /** An operator is to decide. */
  HELD,
  /** The messages are dead-lettered; a replay goes on from there. */
  STOPPED,
  /** None of its messages was ever claimed. */
  NOT_BEGUN;

  static SagaEnd of(Optional<RecordRow> row) {
    return row.map(
            record ->
                switch (record.status()) {
                  case COMPLETED -> SHIPPED;
                  case FAILED -> WENT_BACK;
                  case UNKNOWN -> HELD;
                  case RETRYABLE, INPROGRESS -> STOPPED;
                })
        .orElse(NOT_BEGUN);
  }

  boolean isOver() {
    return this == SHIPPED || this == WENT_BACK;
  }
}
