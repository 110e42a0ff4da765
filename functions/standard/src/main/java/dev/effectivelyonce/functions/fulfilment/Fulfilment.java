package dev.effectivelyonce.functions.fulfilment;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.sqs.Delivery;
import java.time.Duration;

/**
 * Reserves, charges and ships; what can't be ended is undone.
 *
 * @param survives how long an order waits for a gateway that is away, before its message goes to
 *     the dead-letter queue: half of it is for charging, and a quarter for giving money back
 */
record Fulfilment(Warehouse warehouse, PaymentGateway gateway, Duration survives) {
  /** Refunds meet the same faults as charges, and a held order costs an operator's time. */
  private static final int HOLDING_AFTER = 8;

  HandlerResult fulfil(Purchase purchase, Delivery delivery) throws Exception {
    return Saga.over(delivery.steps())
        .givingUpAfter(survives.dividedBy(2))
        .holdingAfter(HOLDING_AFTER)
        .holdingAfter(survives.dividedBy(4))
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
        StepPolicy.lookup(Charge.class, gateway::find),
        key -> gateway.charge(key, purchase),
        Compensation.by(gateway::refund));
  }
}
