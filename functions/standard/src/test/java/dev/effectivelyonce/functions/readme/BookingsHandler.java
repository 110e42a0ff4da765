package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

public final class BookingsHandler implements RequestStreamHandler {
  private final HttpStreamHandler handler;

  public BookingsHandler() {
    HttpApi api =
        HttpApi.of("bookings-api")
            .fromEnvironment(System.getenv())
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .handler(new Bookings(EnvironmentVariables.required(System.getenv(), "BOOKINGS_TABLE")))
            .build();
    this.handler = new HttpStreamHandler(api);
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
