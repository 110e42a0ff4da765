-- The tables of the sample ledger: double entry, in whole cents. Run it behind V1__effectively_once.sql.

CREATE TABLE ledger_account (
  account_id    text PRIMARY KEY,
  balance_cents bigint NOT NULL CHECK (balance_cents >= 0)
);

-- The number is the database's: the answer that every copy of a transfer's message gets.
CREATE TABLE ledger_transfer (
  number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id  text NOT NULL UNIQUE,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency     text NOT NULL,
  requested_at text NOT NULL
);

-- Two of each transfer, which add up to nothing.
CREATE TABLE ledger_entry (
  number       bigint NOT NULL REFERENCES ledger_transfer,
  account_id   text NOT NULL REFERENCES ledger_account,
  amount_cents bigint NOT NULL,
  PRIMARY KEY (number, account_id)
);
