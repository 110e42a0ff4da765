-- Without a unique order_id, so that an order that is booked twice can be seen.
CREATE TABLE booking (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id  text NOT NULL,
  item      text NOT NULL
);
