package dev.effectivelyonce.operations.aws;

import dev.effectivelyonce.operations.problem.OperationException;
import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The addresses of the services, and who asks.
 *
 * @param endpoints of the services that are not at AWS's own endpoints
 * @param region empty: as the profile says
 * @param profile of the shared configuration; empty: as the environment says
 */
public record Connection(
    Map<Service, URI> endpoints, Optional<String> region, Optional<String> profile) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Copies the endpoints. */
  public Connection {
    endpoints = Map.copyOf(endpoints);
  }

  /**
   * The connection that options describe.
   *
   * @param endpoints each a URL, for all services, or {@code service=URL}; later ones win
   * @throws OperationException if one is no URL, or of another service
   */
  public static Connection of(
      List<String> endpoints, Optional<String> region, Optional<String> profile) {
    Map<Service, URI> byService = new EnumMap<>(Service.class);
    for (String endpoint : endpoints) {
      int equals = endpoint.indexOf('=');
      if (equals > 0 && !endpoint.substring(0, equals).contains(":")) {
        byService.put(
            Service.of(endpoint.substring(0, equals)), url(endpoint.substring(equals + 1)));
      } else {
        for (Service service : Service.values()) {
          byService.put(service, url(endpoint));
        }
      }
    }
    return new Connection(byService, region, profile);
  }

  Optional<URI> endpoint(Service service) {
    return Optional.ofNullable(endpoints.get(service));
  }

  /** Returns whether the service runs on this machine, where nobody checks credentials. */
  boolean isLocal(Service service) {
    return endpoint(service)
        .map(URI::getHost)
        .filter(host -> LOOPBACK.contains(host) || host.endsWith(".localhost.localstack.cloud"))
        .isPresent();
  }

  /** Returns whether others run on this machine and nothing says where this one is. */
  boolean isLeftOut(Service service) {
    return endpoint(service).isEmpty() && endpoints.keySet().stream().anyMatch(this::isLocal);
  }

  private static URI url(String text) {
    try {
      URI url = URI.create(text);
      if (url.getHost() != null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // Told below, with the remedy.
    }
    throw OperationException.usage(
        "The endpoint \"" + text + "\" is not a URL", "Write http://127.0.0.1:4566, for example");
  }
}
