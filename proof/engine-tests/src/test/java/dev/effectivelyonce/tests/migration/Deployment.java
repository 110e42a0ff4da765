package dev.effectivelyonce.tests.migration;

import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.store.IdempotencyStore;

/** The deployments of a migration, in their order. */
enum Deployment {
  OLD {
    @Override
    IdempotencyStore over(IdempotencyStore old, IdempotencyStore next) {
      return old;
    }
  },
  BOTH {
    @Override
    IdempotencyStore over(IdempotencyStore old, IdempotencyStore next) {
      return MigratingStore.claimingInBoth(old, next);
    }
  },
  CLOSING {
    @Override
    IdempotencyStore over(IdempotencyStore old, IdempotencyStore next) {
      return MigratingStore.closingOld(old, next);
    }
  },
  NEXT {
    @Override
    IdempotencyStore over(IdempotencyStore old, IdempotencyStore next) {
      return next;
    }
  };

  abstract IdempotencyStore over(IdempotencyStore old, IdempotencyStore next);
}
