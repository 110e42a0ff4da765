package dev.effectivelyonce.functions.paymentsapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.payments.Booking;
import dev.effectivelyonce.http.ApiHandler;
import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import java.time.Clock;
import java.util.Map;

/** {@code POST /payments}: books a payment and answers 201 with its id. */
final class PaymentsApi implements ApiHandler {
  private static final String PATH = "/payments";

  private final JacksonJson json = new JacksonJson();
  private final Booking booking;
  private final Clock clock;

  PaymentsApi(Booking booking, Clock clock) {
    this.booking = booking;
    this.clock = clock;
  }

  @Override
  public HandlerResult handle(ApiRequest request, Attempt attempt) throws JsonProcessingException {
    if (!request.method().equals("POST") || !request.path().equals(PATH)) {
      return refused(404, "Nothing is served at " + request.method() + " " + request.path());
    }
    try {
      return book(json.read(request.body().text(), PaymentRequest.class), attempt);
    } catch (UnreadableMessageException e) {
      return refused(400, e.problem());
    }
  }

  private HandlerResult book(PaymentRequest requested, Attempt attempt)
      throws JsonProcessingException {
    // Unique, and drawn once for the attempt. The key would come back when its record has expired.
    String paymentId = attempt.owner().value();
    ApiResponse created =
        ApiResponse.json(
                201,
                json.write(
                    new BookedPayment(paymentId, requested.accountId(), requested.amountCents())))
            .header("Location", PATH + "/" + paymentId);
    return booking.book(requested.toPayment(paymentId, clock.instant()), sequence -> created);
  }

  private HandlerResult refused(int status, String problem) throws JsonProcessingException {
    return HandlerResult.completed(
        ApiResponse.json(
                status,
                json.write(Map.of("type", "about:blank", "status", status, "detail", problem)))
            .header("Content-Type", "application/problem+json"));
  }
}
