package dev.effectivelyonce.tests.migration;

import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.store.IdempotencyStore;

/** The deployments of a migration, in their order. */
enum Deployment {
  OLD,
  BOTH,
  CLOSING,
  NEXT;

  IdempotencyStore over(IdempotencyStore old, IdempotencyStore next) {
    return switch (this) {
      case OLD -> old;
      case BOTH -> MigratingStore.claimingInBoth(old, next);
      case CLOSING -> MigratingStore.closingOld(old, next);
      case NEXT -> next;
    };
  }
}
