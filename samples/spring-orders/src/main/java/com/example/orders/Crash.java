package com.example.orders;

import java.util.Locale;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Ends the process as a power cut would: nothing is closed, and nothing rolled back. */
enum Crash {
  NEVER {
    @Override
    void happen() {}
  },
  /** The row is written, and its transaction is open. */
  AFTER_EFFECT {
    @Override
    void happen() {
      halt();
    }
  },
  /** The row is committed, and the queue still has the message. */
  AFTER_COMMIT {
    @Override
    void happen() {
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              halt();
            }
          });
    }
  };

  abstract void happen();

  /** Returns the one of this name, such as {@code after-commit}. */
  static Crash of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static void halt() {
    Runtime.getRuntime().halt(1);
  }
}
