package dev.effectivelyonce.cli.console;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Decides who comes in. The address that the command prints has a token. It opens the console once:
 * the browser gets a cookie for it. All pages are below a path that is as secret as the cookie,
 * because a browser sends a cookie to every port of this machine, but only below the cookie's path.
 */
final class Door {
  /** What becomes of a request. */
  sealed interface Verdict {
    /** It may see a page. */
    record Admitted(String page) implements Verdict {}

    /** It gets a cookie, and is sent to the first page. */
    record Welcome(String cookie, String address) implements Verdict {}

    /** It is refused. */
    record Refused(int status, String problem, String remedy) implements Verdict {}
  }

  /** A reason of 512 characters has up to nine times as many in a form. */
  private static final int LONGEST_FORM = 8_192;

  /** So has a corrected body, which only one page sends. */
  private static final int LONGEST_CORRECTION = LONGEST_FORM + 9 * Corrections.LONGEST_BODY;

  private static final int LONGEST_ADDRESS = 8_192;
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int SECRET_BYTES = 32;
  private static final String COOKIE = "effectively-once-console";
  private static final String TOKEN = "/?token=";

  /** What browsers send if they load a page that nobody may open: it would use up the token. */
  private static final List<String> PURPOSES = List.of("Sec-Purpose", "Purpose", "X-Purpose");

  private static final String FIRST_PAGE = "overview";
  private static final String COME_AGAIN =
      "End the command with Ctrl-C, type it again, and open the address that it prints";

  private final Access access;
  private final Set<String> hosts;
  private final String address;
  private final String token;
  private final String session;
  private final String room;
  private final AtomicBoolean isTokenUsed = new AtomicBoolean();

  /** A door at a port of 127.0.0.1, with secrets of its own. */
  Door(int port, Access access, RandomGenerator random) {
    this.access = access;
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
    this.token = secret(random);
    this.session = secret(random);
    this.room = "/" + secret(random) + "/";
    this.address = "http://127.0.0.1:" + port + TOKEN + token;
  }

  /** Returns a text that nobody guesses, if the generator is a secure one. */
  static String secret(RandomGenerator random) {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns the address that opens the console once. */
  String address() {
    return address;
  }

  Verdict judge(String method, URI target, Headers headers) {
    return foreign(headers)
        .or(() -> unfit(method, target, headers))
        .orElseGet(() -> known(method, target, headers));
  }

  /** Other sites reach this machine through a browser, under their own name or as themselves. */
  private Optional<Verdict> foreign(Headers headers) {
    List<String> host = all(headers, "Host");
    if (host.size() != 1 || !hosts.contains(host.getFirst())) {
      return Optional.of(
          new Verdict.Refused(
              403, "This is not the console's name", "Open the address that the command printed"));
    }
    boolean isOwn =
        all(headers, "Origin").stream().allMatch(it -> it.equals("http://" + host.getFirst()))
            && all(headers, "Sec-Fetch-Site").stream()
                .allMatch(it -> it.equals("same-origin") || it.equals("none"));
    return isOwn
        ? Optional.empty()
        : Optional.of(
            new Verdict.Refused(
                403,
                "Another site sent this request",
                "Copy the address into the browser's address line"));
  }

  private Optional<Verdict> unfit(String method, URI target, Headers headers) {
    boolean isForm = isForm(method);
    if (!isForm && !method.equals("GET")) {
      return Optional.of(
          new Verdict.Refused(
              405,
              "The console only shows",
              "Use the links, or start it with --write to act from its pages"));
    }
    if (target.toString().length() > LONGEST_ADDRESS) {
      return Optional.of(new Verdict.Refused(414, "The address is too long", "Use the links"));
    }
    if (PURPOSES.stream().anyMatch(it -> !all(headers, it).isEmpty())) {
      return Optional.of(
          new Verdict.Refused(403, "The browser loads this page ahead", "Open the address"));
    }
    return isForm ? unfitForm(target, headers) : unfitBody(headers);
  }

  private boolean isForm(String method) {
    return access == Access.WRITE && method.equals("POST");
  }

  /** Every browser says from which site a form is sent. Which sites may send one is known above. */
  private static Optional<Verdict> unfitForm(URI target, Headers headers) {
    if (all(headers, "Origin").size() != 1) {
      return Optional.of(
          new Verdict.Refused(
              403, "This form does not say which site sent it", "Open its page again"));
    }
    if (!all(headers, "Content-Type").equals(List.of(FORM))) {
      return Optional.of(
          new Verdict.Refused(415, "This is no form of the console", "Open its page again"));
    }
    List<String> length = all(headers, "Content-Length");
    boolean isShort =
        length.size() == 1
            && length.getFirst().matches("[0-9]{1,7}")
            && Integer.parseInt(length.getFirst()) <= longestForm(target)
            && all(headers, "Transfer-Encoding").isEmpty();
    return isShort
        ? Optional.empty()
        : Optional.of(new Verdict.Refused(413, "The form is too long", "Shorten what you typed"));
  }

  /** Returns how long the form of a page may be. */
  static int longestForm(URI target) {
    String path = Optional.ofNullable(target.getRawPath()).orElse("");
    return path.endsWith("/" + Link.CORRECT) ? LONGEST_CORRECTION : LONGEST_FORM;
  }

  private static Optional<Verdict> unfitBody(Headers headers) {
    boolean hasBody =
        !all(headers, "Transfer-Encoding").isEmpty()
            || all(headers, "Content-Length").stream().anyMatch(it -> !it.equals("0"));
    return hasBody
        ? Optional.of(new Verdict.Refused(413, "The request has a body", "Use the links"))
        : Optional.empty();
  }

  private Verdict known(String method, URI target, Headers headers) {
    String asked = target.toString();
    if (asked.startsWith(TOKEN) && !isForm(method)) {
      return welcome(asked.substring(TOKEN.length()));
    }
    String path = Optional.ofNullable(target.getRawPath()).orElse("");
    boolean isKnown =
        path.length() > room.length()
            && isSame(path.substring(0, room.length()), room)
            && cookies(headers).anyMatch(it -> isSame(it, COOKIE + "=" + session));
    return isKnown
        ? new Verdict.Admitted(path.substring(room.length()))
        : new Verdict.Refused(403, "This browser has not opened the console", COME_AGAIN);
  }

  private Verdict welcome(String given) {
    if (!isSame(given, token)) {
      return new Verdict.Refused(403, "This token is not the console's", COME_AGAIN);
    }
    return isTokenUsed.compareAndSet(false, true)
        ? new Verdict.Welcome(
            "%s=%s; Path=%s; HttpOnly; SameSite=Strict".formatted(COOKIE, session, room),
            room + FIRST_PAGE)
        : new Verdict.Refused(403, "This address was opened before", COME_AGAIN);
  }

  private static Stream<String> cookies(Headers headers) {
    return all(headers, "Cookie").stream()
        .flatMap(it -> Stream.of(it.split(";", -1)))
        .map(String::strip);
  }

  private static List<String> all(Headers headers, String name) {
    return Optional.ofNullable(headers.get(name)).orElse(List.of());
  }

  /** Takes the same time wherever the first difference is. */
  private static boolean isSame(String given, String secret) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
  }
}
