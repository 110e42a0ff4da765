-- The tables of Effectively Once, version 1. Run it once, by psql or as a Flyway migration, in the
-- schema that the function's role finds first (its search_path). Texts that may hold any character,
-- U+0000 included, are bytea in UTF-8. Times end with their unit.

CREATE TABLE effectively_once_schema (
  version integer NOT NULL
);

INSERT INTO effectively_once_schema (version) VALUES (1);

-- One row for each consumer and business key. No index but the primary key has a column that an
-- ordinary message changes, and pages keep room, so that updates stay on their page (HOT).
CREATE TABLE effectively_once_record (
  id            text COLLATE "C" PRIMARY KEY,
  consumer      text COLLATE "C" NOT NULL,
  status        text NOT NULL,
  owner         text NOT NULL,
  attempt       integer NOT NULL,
  lease_ms      bigint NOT NULL,
  updated_ms    bigint NOT NULL,
  kept_until_s  bigint NOT NULL,
  fingerprint   text,
  readable_key  bytea,
  result_kind   text NOT NULL,
  result        bytea,
  result_size   integer NOT NULL,
  error         bytea,
  step_states   text NOT NULL,
  steps         jsonb NOT NULL,
  generation    text,
  function      text,
  payload_check text,
  traceparent   text,
  acknowledged  integer NOT NULL,
  listed_ms     bigint
) WITH (fillfactor = 70);

-- What an operator has to look at, oldest first: empty while all is well.
CREATE INDEX effectively_once_record_listed
  ON effectively_once_record (consumer, listed_ms, id) WHERE listed_ms IS NOT NULL;

-- What operators did to a record, in the order of their decisions; it outlives the record.
CREATE TABLE effectively_once_trail (
  record_id    text COLLATE "C" NOT NULL,
  entry_id     text COLLATE "C" NOT NULL,
  place        bigint GENERATED ALWAYS AS IDENTITY,
  at_ms        bigint NOT NULL,
  actor        bytea NOT NULL,
  reason       bytea,
  action       text NOT NULL,
  before       jsonb NOT NULL,
  after        jsonb NOT NULL,
  kept_until_s bigint NOT NULL,
  PRIMARY KEY (record_id, entry_id)
);

-- Attempts of consumers that only observe, whose effects are committed: each commits once.
CREATE TABLE effectively_once_observed (
  owner        text COLLATE "C" PRIMARY KEY,
  kept_until_s bigint NOT NULL,
  result_kind  text NOT NULL,
  result       bytea,
  result_size  integer NOT NULL
);
