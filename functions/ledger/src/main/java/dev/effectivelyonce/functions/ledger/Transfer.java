package dev.effectivelyonce.functions.ledger;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;

/** A transfer between two accounts, as its producer sends it. The time is kept as sent. */
record Transfer(
    String transferId,
    String fromAccount,
    String toAccount,
    long amountCents,
    String currency,
    String requestedAt) {
  static final MessageIdentity<Transfer> IDENTITY =
      MessageIdentity.of("ledger", Transfer.class, MessageKey.of(Transfer::transferId))
          .fingerprint(
              transfer ->
                  Fingerprint.of(
                      transfer.fromAccount(),
                      transfer.toAccount(),
                      transfer.amountCents(),
                      transfer.currency()));

  /** Checks that the transfer can be one. */
  Transfer {
    requireNonNull(transferId, "transferId");
    requireNonNull(fromAccount, "fromAccount");
    requireNonNull(toAccount, "toAccount");
    requireNonNull(currency, "currency");
    requireNonNull(requestedAt, "requestedAt");
    if (amountCents <= 0) {
      throw new IllegalArgumentException("amountCents is not positive");
    }
    if (fromAccount.equals(toAccount)) {
      throw new IllegalArgumentException("toAccount is fromAccount");
    }
  }
}
