package dev.effectivelyonce.functions.fulfilment;

import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;

/** A provider of payments that knows a charge by the key of its caller. */
interface PaymentGateway {
  /**
   * Charges the customer; with the same key once.
   *
   * @throws StepFailedException if the card was declined
   * @throws StepNotDoneException if the request never reached the gateway
   * @throws Exception if nobody knows
   */
  Charge charge(String key, Purchase purchase) throws Exception;

  /**
   * Returns what became of a charge.
   *
   * @throws Exception if the gateway does not say
   */
  LookupResult<Charge> find(String key) throws Exception;

  /**
   * Gives a charge back; with the same key once.
   *
   * @throws Exception if nobody knows
   */
  void refund(String key, Charge charge) throws Exception;
}
