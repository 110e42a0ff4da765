package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;

/** Listeners of Kafka and RabbitMQ. */
class Parcels {
  record Parcel(String parcelId, String address) {}

  /** What the method does for a parcel, by its id; otherwise it returns. */
  interface Answer {
    HandlerResult ship(int attempt) throws Exception;
  }

  final BlockingQueue<String> shipped = new LinkedBlockingQueue<>();
  final Map<String, Answer> answers = new ConcurrentHashMap<>();

  /** A listener of Kafka. */
  static class OfKafka extends Parcels {
    // sample: kafka
    @KafkaListener(topics = "parcels", groupId = "shipping")
    @Once(consumer = "shipping", key = "#payload.parcelId", onAbandonedClaim = RERUN)
    HandlerResult ship(Parcel parcel, @Header Attempt attempt) throws Exception {
      // end
      return shipped(parcel, attempt);
    }
  }

  /** A listener of RabbitMQ. */
  static class OfRabbit extends Parcels {
    // sample: rabbit
    @RabbitListener(id = "shipping", queues = "parcels")
    @Once(consumer = "shipping", key = "#payload.parcelId", onAbandonedClaim = RERUN)
    HandlerResult ship(Parcel parcel, @Header Attempt attempt) throws Exception {
      // end
      return shipped(parcel, attempt);
    }
  }

  HandlerResult shipped(Parcel parcel, Attempt attempt) throws Exception {
    shipped.add(parcel.parcelId());
    Answer answer = answers.get(parcel.parcelId());
    return answer == null ? HandlerResult.completed() : answer.ship(attempt.number());
  }
}
