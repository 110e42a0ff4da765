package dev.effectivelyonce.operations.store;

import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The URL of a store, as the configuration gives it in place of a table. It holds no password, as
 * files and histories are read by others: the parameter {@code passwordFile} names its file.
 *
 * @param kind what it is the store of
 * @param user empty where the server asks for none
 * @param database empty where the server has one for each user
 * @param parameters of the client, those of this class left out
 */
public record StoreUrl(
    Kind kind,
    Optional<String> user,
    String host,
    int port,
    String database,
    Optional<Path> passwordFile,
    Optional<Durability> durability,
    Map<String, String> parameters) {
  private static final Map<String, Kind> KINDS =
      Stream.of(Kind.values()).collect(Collectors.toMap(kind -> kind.scheme, kind -> kind));

  /** The kinds of stores, each with the scheme of its URL and its usual port. */
  public enum Kind {
    /** {@code postgresql://user@host:5432/database}. */
    POSTGRESQL("postgresql", 5432),
    /** {@code redis://user@host:6379?durability=SYNC}. */
    REDIS("redis", 6379),
    /** {@code rediss://user@host:6379?durability=SYNC}, by TLS. */
    REDIS_BY_TLS("rediss", 6379);

    private final String scheme;
    private final int port;

    Kind(String scheme, int port) {
      this.scheme = scheme;
      this.port = port;
    }
  }

  /** Copies the parameters. */
  public StoreUrl {
    parameters = Map.copyOf(parameters);
  }

  /** Returns whether a table's name in the configuration is the URL of a store. */
  public static boolean isOne(String table) {
    return table.contains("://");
  }

  /**
   * Reads a URL.
   *
   * @throws OperationException if it can't be used; the text does not show a password
   */
  public static StoreUrl of(String text) {
    URI url = parsed(text);
    Kind kind = Optional.ofNullable(KINDS.get(String.valueOf(url.getScheme()))).orElse(null);
    if (kind == null || url.getHost() == null) {
      throw OperationException.usage(
          "A store's URL in the configuration is of no known kind",
          "Write postgresql://user@host/database, redis://host?durability=SYNC, or a table's name");
    }
    Optional<String> user = Optional.ofNullable(url.getUserInfo());
    if (user.filter(it -> it.contains(":")).isPresent()) {
      throw OperationException.usage(
          "The URL of the store at " + url.getHost() + " holds a password",
          "Write it to a file that only you can read, and name that by ?passwordFile=");
    }
    Map<String, String> parameters = parameters(Optional.ofNullable(url.getQuery()).orElse(""));
    Optional<Path> file = Optional.ofNullable(parameters.remove("passwordFile")).map(Path::of);
    Optional<Durability> durability =
        Optional.ofNullable(parameters.remove("durability")).map(StoreUrl::durability);
    return new StoreUrl(
        kind,
        user,
        url.getHost(),
        url.getPort() < 0 ? kind.port : url.getPort(),
        url.getPath().replaceFirst("^/", ""),
        file,
        durability,
        parameters);
  }

  private static URI parsed(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw OperationException.usage(
          "A store's URL in the configuration can't be read", "Correct it: " + form());
    }
  }

  private static String form() {
    return "scheme://user@host:port/database?passwordFile=FILE";
  }

  private static Map<String, String> parameters(String query) {
    return Stream.of(query.split("&"))
        .filter(part -> part.contains("="))
        .map(part -> part.split("=", 2))
        .collect(
            Collectors.toMap(
                part -> part[0], part -> part[1], (one, other) -> other, LinkedHashMap::new));
  }

  private static Durability durability(String value) {
    return Stream.of(Durability.values())
        .filter(it -> it.name().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                OperationException.usage(
                    "The durability of a store is \"" + value + "\"", "Write SYNC or ASYNC"));
  }

  /** Returns the URL without its parameters, as it may be shown. */
  public String shown() {
    return "%s://%s:%s/%s".formatted(kind.scheme, host, port, database);
  }

  /**
   * Returns the password of its file; empty where none is named.
   *
   * @throws OperationException if the file can't be read
   */
  Optional<String> password() {
    return passwordFile.map(
        file -> {
          try {
            return Files.readString(file).strip();
          } catch (IOException e) {
            throw OperationException.usage(
                "The password file " + file + " can't be read", "Check it, and who may read it");
          }
        });
  }
}
