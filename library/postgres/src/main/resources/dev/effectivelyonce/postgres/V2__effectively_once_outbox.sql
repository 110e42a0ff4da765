-- The outbox of Effectively Once, version 2 of its tables: messages that wait to be sent. Run it
-- once after version 1, in the same schema. Who sends no messages needs it as little as before.

UPDATE effectively_once_schema SET version = 2;

-- One row for each message that waits; it is deleted when it was sent. A lane is an ordering key, or
-- the id of a message without one, and place is the order in it. A message that is refused
-- has the time of it, and holds its lane no longer.
CREATE TABLE effectively_once_outbox (
  id          text COLLATE "C" PRIMARY KEY,
  lane        text COLLATE "C" NOT NULL,
  place       bigint GENERATED ALWAYS AS IDENTITY,
  destination text COLLATE "C" NOT NULL,
  consumer    text NOT NULL,
  name        text NOT NULL,
  body        bytea NOT NULL,
  attributes  jsonb NOT NULL,
  created_ms  bigint NOT NULL,
  refused_ms  bigint
);

CREATE INDEX effectively_once_outbox_place ON effectively_once_outbox (lane, place);

CREATE INDEX effectively_once_outbox_waiting
  ON effectively_once_outbox (destination, lane) WHERE refused_ms IS NULL;

CREATE INDEX effectively_once_outbox_refused
  ON effectively_once_outbox (refused_ms) WHERE refused_ms IS NOT NULL;
