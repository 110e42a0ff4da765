package dev.effectivelyonce.tests.sqs;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import dev.effectivelyonce.sqs.Delivery;
import java.time.Duration;

/** The samples of docs/steps.md, which shows what is between the marks. */
final class FulfilmentSample {
  /** What a charge comes to. */
  record Receipt(String id) {}

  /** What a reservation comes to. */
  record Reservation(String id) {}

  /** A provider that honours an idempotency key. */
  interface Gateway {
    Receipt charge(String key, String orderId, long amountCents) throws Exception;

    LookupResult<Receipt> find(String key) throws Exception;

    void refund(String key, String receiptId) throws Exception;
  }

  /** Another. */
  interface Warehouse {
    Reservation reserve(String key, String orderId) throws Exception;

    void release(String key, String reservationId) throws Exception;

    void ship(String key, String reservationId) throws Exception;
  }

  private final Gateway gateway;
  private final Warehouse warehouse;

  FulfilmentSample(Gateway gateway, Warehouse warehouse) {
    this.gateway = gateway;
    this.warehouse = warehouse;
  }

  // sample: steps
  HandlerResult pay(Order order, Delivery delivery) throws Exception {
    Steps steps = delivery.steps();
    Receipt receipt =
        steps.run(
            "charge",
            StepPolicy.lookup(Receipt.class, gateway::find),
            key -> gateway.charge(key, order.orderId(), order.amountCents()));
    return HandlerResult.completed(receipt);
  }

  // end

  // sample: saga
  HandlerResult fulfil(Order order, Delivery delivery) throws Exception {
    return Saga.over(delivery.steps())
        .givingUpAfter(Duration.ofMinutes(15))
        .run(
            saga -> {
              Reservation reservation =
                  saga.step(
                      "reserve",
                      StepPolicy.rerun(Reservation.class),
                      key -> warehouse.reserve(key, order.orderId()),
                      Compensation.by((key, done) -> warehouse.release(key, done.id())));
              Receipt receipt =
                  saga.step(
                      "charge",
                      StepPolicy.lookup(Receipt.class, gateway::find),
                      key -> gateway.charge(key, order.orderId(), order.amountCents()),
                      Compensation.by((key, done) -> gateway.refund(key, done.id())));
              saga.step(
                  "ship",
                  StepPolicy.rerun(),
                  StepAction.of(key -> warehouse.ship(key, reservation.id())));
              return HandlerResult.completed(receipt);
            });
  }
  // end
}
