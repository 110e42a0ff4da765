package dev.effectivelyonce.functions.fulfilment;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.sqs.Delivery;

/** Reserves, charges and ships; what can't be ended is undone. */
record Fulfilment(Warehouse warehouse, PaymentGateway gateway) {
  /** Below the stack's receives: an order goes back rather than into the dead-letter queue. */
  static final int GIVING_UP_IN = 6;

  /** Refunds meet the same faults as charges, and a held order costs an operator's time. */
  private static final int HOLDING_AFTER = 8;

  HandlerResult fulfil(Purchase purchase, Delivery delivery) throws Exception {
    return Saga.over(delivery.steps())
        .givingUpIn(GIVING_UP_IN)
        .holdingAfter(HOLDING_AFTER)
        .run(
            saga -> {
              Reservation reservation = reserve(saga, purchase);
              Charge charge = charge(saga, purchase);
              saga.step(
                  "ship",
                  StepPolicy.rerun(),
                  StepAction.of(key -> warehouse.ship(key, reservation, purchase)));
              return HandlerResult.completed(
                  new FulfilmentReceipt(
                      purchase.orderId(), charge.id(), delivery.attempt().number()));
            });
  }

  private Reservation reserve(SagaSteps saga, Purchase purchase) throws Exception {
    return saga.step(
        "reserve",
        StepPolicy.rerun(Reservation.class),
        key -> warehouse.reserve(key, purchase),
        Compensation.by((key, done) -> warehouse.release(key, done, purchase)));
  }

  private Charge charge(SagaSteps saga, Purchase purchase) throws Exception {
    return saga.step(
        "charge",
        StepPolicy.ask(Charge.class, gateway::find),
        key -> gateway.charge(key, purchase),
        Compensation.by(gateway::refund));
  }
}
