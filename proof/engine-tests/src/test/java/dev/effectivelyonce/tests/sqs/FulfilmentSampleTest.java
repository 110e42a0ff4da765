package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.tests.sqs.FulfilmentSample.Gateway;
import dev.effectivelyonce.tests.sqs.FulfilmentSample.Receipt;
import dev.effectivelyonce.tests.sqs.FulfilmentSample.Reservation;
import dev.effectivelyonce.tests.sqs.FulfilmentSample.Warehouse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The samples of docs/steps.md, through a consumer with its JSON. */
class FulfilmentSampleTest {
  private final Bench bench = new Bench();
  private final List<String> calls = new ArrayList<>();
  private final Map<String, Receipt> receipts = new LinkedHashMap<>();
  private int timeouts;
  private boolean soldOut;

  private final FulfilmentSample sample = new FulfilmentSample(gateway(), warehouse());

  private Gateway gateway() {
    return new Gateway() {
      @Override
      public Receipt charge(String key, String orderId, long amountCents) {
        calls.add("charge");
        Receipt receipt = receipts.computeIfAbsent(key, it -> new Receipt("r-" + orderId));
        if (timeouts-- > 0) {
          throw new IllegalStateException("timeout");
        }
        return receipt;
      }

      @Override
      public LookupResult<Receipt> find(String key) {
        calls.add("find");
        return receipts.containsKey(key)
            ? LookupResult.done(receipts.get(key))
            : LookupResult.notDone();
      }

      @Override
      public void refund(String key, String receiptId) {
        calls.add("refund " + receiptId);
      }
    };
  }

  private Warehouse warehouse() {
    return new Warehouse() {
      @Override
      public Reservation reserve(String key, String orderId) {
        calls.add("reserve");
        return new Reservation("s-" + orderId);
      }

      @Override
      public void release(String key, String reservationId) {
        calls.add("release " + reservationId);
      }

      @Override
      public void ship(String key, String reservationId) {
        calls.add("ship " + reservationId);
        if (soldOut) {
          throw new StepFailedException("sold out");
        }
      }
    };
  }

  private void deliver(MessageHandler<Order> handler) {
    bench.on("o-1", handler);
    bench.failed(Bench.standard("m-1", "o-1"));
  }

  private Status status() {
    return bench.status("o-1").orElseThrow();
  }

  @Test
  void aChargeWhoseAnswerWasLostIsAskedFor() {
    timeouts = 1;
    deliver(sample::pay);
    assertThat(status()).isEqualTo(Status.RETRYABLE);

    deliver(sample::pay);

    assertThat(status()).isEqualTo(Status.COMPLETED);
    assertThat(calls).containsExactly("charge", "find");
    assertThat(bench.record("o-1").orElseThrow().result())
        .isEqualTo(new StoredResult.Text("{\"id\":\"r-o-1\"}"));
  }

  @Test
  void aSagaGoesOnWithTheResultsOfAnEarlierAttempt() {
    timeouts = 1;
    deliver(sample::fulfil);
    deliver(sample::fulfil);

    assertThat(status()).isEqualTo(Status.COMPLETED);
    assertThat(calls).containsExactly("reserve", "charge", "find", "ship s-o-1");
  }

  @Test
  void whatCanNotBeShippedIsRefundedAndReleased() {
    soldOut = true;

    deliver(sample::fulfil);

    assertThat(status()).isEqualTo(Status.FAILED);
    assertThat(calls)
        .containsExactly("reserve", "charge", "ship s-o-1", "refund r-o-1", "release s-o-1");
    assertThat(bench.record("o-1").orElseThrow().steps().stream().map(Step::name))
        .containsExactly("reserve", "charge", "ship", "saga.failed", "charge.undo", "reserve.undo");
  }
}
