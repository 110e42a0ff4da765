package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A request on its way.
 *
 * @param id of this sending of it
 * @param request what is sent
 * @param heard is told the answer, or that there is none
 */
public record ApiCall(String id, ApiRequest request, Consumer<Optional<ApiResponse>> heard) {}
