package dev.effectivelyonce.functions.readme;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.http.ApiHandler;
import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;
import java.util.Map;

final class Bookings implements ApiHandler {
  private final ObjectMapper json = new ObjectMapper();
  private final String table;

  Bookings(String table) {
    this.table = table;
  }

  @Override
  public HandlerResult handle(ApiRequest request, Attempt attempt) throws JsonProcessingException {
    JsonNode body = json.readTree(request.body().text());
    String seat = body.path("seat").asText();
    if (seat.isBlank()) {
      return HandlerResult.completed(ApiResponse.of(400));
    }
    String id = attempt.owner().value();
    return HandlerResult.commit(
        UnitOfWork.empty()
            .put(
                item ->
                    item.tableName(table)
                        .item(Map.of("seat", fromS(seat), "bookingId", fromS(id)))
                        .conditionExpression("attribute_not_exists(seat)"))
            .orElse(HandlerResult.fail("The seat is taken")),
        ApiResponse.json(201, json.createObjectNode().put("bookingId", id).toString()));
  }
}
