package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.record.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who does not come into the console. */
class ConsoleDoorTest extends CommandTest {
  private static final String RECORD = OpenConsole.record("O-1");

  private OpenConsole console;

  @BeforeEach
  void start() {
    console = OpenConsole.of(bench);
  }

  @AfterEach
  void end() {
    console.close();
  }

  @Test
  void theAddressIsOpenedOnceAndGivesACookieThatNoScriptAndNoOtherSiteHas() {
    try (OpenConsole another = OpenConsole.started(bench)) {
      HttpResponse<String> first = another.open();
      HttpResponse<String> second = another.open();

      assertThat(first.statusCode()).isEqualTo(303);
      assertThat(first.headers().firstValue("Set-Cookie").orElseThrow())
          .endsWith("; HttpOnly; SameSite=Strict")
          .contains("; Path=" + another.path("").replaceAll("overview$", ""));
      assertThat(second.statusCode()).isEqualTo(403);
      assertThat(second.body()).contains("This address was opened before", "Ctrl-C");
      assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void aBrowserThatLoadsTheAddressAheadDoesNotUseItUp() throws IOException {
    try (OpenConsole another = OpenConsole.started(bench)) {
      String ahead =
          another.raw(
              get("/?" + another.address().getQuery()),
              "Host: 127.0.0.1:" + another.port(),
              "Sec-Purpose: prefetch");

      assertThat(ahead).startsWith("HTTP/1.1 403 ").doesNotContain("Set-Cookie");
      assertThat(another.open().statusCode()).isEqualTo(303);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/?token=", "/?token=wrong", "/?token=%00", "/", "/overview", "/x/y"})
  void withoutTheTokenNobodyComesIn(String target) throws IOException {
    try (OpenConsole another = OpenConsole.started(bench)) {
      String answer = another.raw(get(target), "Host: 127.0.0.1:" + another.port());

      assertThat(answer).startsWith("HTTP/1.1 403 ").doesNotContain("Set-Cookie", "orders");
    }
  }

  @Test
  void thePathWithoutTheCookieAndTheCookieWithoutThePathAreRefused() throws IOException {
    String page = get(console.path("overview"));
    String another = get(console.path("overview").replaceAll("^/.", "/!"));
    String wrong = console.cookie().substring(0, console.cookie().length() - 1) + "!";

    assertThat(console.raw(page, host(), console.cookie())).startsWith("HTTP/1.1 200 ");
    assertThat(console.raw(page, host())).startsWith("HTTP/1.1 403 ").doesNotContain("orders");
    assertThat(console.raw(page, host(), wrong)).startsWith("HTTP/1.1 403 ");
    assertThat(console.raw(another, host(), console.cookie())).startsWith("HTTP/1.1 403 ");
    assertThat(console.raw(get("/overview"), host(), console.cookie())).startsWith("HTTP/1.1 403 ");
  }

  /** A name of another site that is made to mean this machine. */
  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""})
  void aRequestByAnotherNameIsRefused(String host) throws IOException {
    String name = host.replace("{port}", Integer.toString(console.port()));

    assertThat(console.raw(get(console.path("overview")), "Host: " + name, console.cookie()))
        .startsWith("HTTP/1.1 403 ")
        .doesNotContain("orders");
  }

  @Test
  void twoNamesAndNoNameAreRefused() throws IOException {
    String line = get(console.path("overview"));

    assertThat(console.raw(line, host(), "Host: evil.example", console.cookie())).contains(" 403 ");
    assertThat(console.raw(line, console.cookie())).doesNotContain(" 200 ", "orders");
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, http://evil.example, 403",
    "Origin, null, 403",
    "Origin, http://127.0.0.1:1, 403",
    "Origin, https://127.0.0.1:{port}, 403",
    "Origin, http://127.0.0.1:{port}, 200",
    "Sec-Fetch-Site, cross-site, 403",
    "Sec-Fetch-Site, same-site, 403",
    "Sec-Fetch-Site, same-origin, 200",
    "Sec-Fetch-Site, none, 200",
    "Sec-Purpose, prefetch;prerender, 403",
    "Purpose, prefetch, 403",
    "X-Purpose, preview, 403"
  })
  void aRequestThatAnotherSiteSentOrNobodyAskedForIsRefused(String header, String value, int status)
      throws IOException {
    String own = value.replace("{port}", Integer.toString(console.port()));

    assertThat(
            console.raw(
                get(console.path("overview")), host(), header + ": " + own, console.cookie()))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "BREW"})
  void otherMethodsAreRefused(String method) throws IOException {
    String answer =
        console.raw(
            method + " " + console.path("overview") + " HTTP/1.1", host(), console.cookie());

    assertThat(answer).startsWith("HTTP/1.1 405 ").containsIgnoringCase("allow: GET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"})
  void whoMayActStillHasNoOtherMethods(String method) throws IOException {
    try (OpenConsole acting = OpenConsole.of(bench, "--write")) {
      assertThat(
              acting.raw(
                  method + " " + acting.path("act") + " HTTP/1.1",
                  "Host: 127.0.0.1:" + acting.port(),
                  acting.cookie()))
          .startsWith("HTTP/1.1 405 ")
          .containsIgnoringCase("allow: GET, POST");
    }
  }

  @Test
  void withoutWriteEachFormIsRefused() {
    for (String page : List.of("act", "stop", "overview", "event")) {
      HttpResponse<String> answer = console.form(page, Map.of("token", "x"));

      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.body()).contains("The console only shows", "start it with --write");
    }
    assertThat(console.page("act?verb=settle&as=retry&record=" + RECORD).statusCode())
        .isEqualTo(404);
    assertThat(console.page("acts").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, http://evil.example, 403",
    "Origin, null, 403",
    "Origin, '', 403",
    "Origin, http://localhost:{port}, 403",
    "Sec-Fetch-Site, cross-site, 403",
    "Sec-Fetch-Site, same-site, 403",
    "Content-Type, text/plain, 415",
    "Content-Type, multipart/form-data, 415",
    "Content-Type, '', 415",
    "Cookie, '', 403",
    "Cookie, effectively-once-console=x, 403",
    "Sec-Purpose, prefetch, 403"
  })
  void aFormThatNoPageOfTheConsoleSentIsRefused(String header, String value, int status)
      throws IOException {
    bench.held("O-1");
    try (OpenConsole acting = OpenConsole.of(bench, "--write")) {
      String page = acting.page("act?verb=settle&as=retry&record=" + RECORD).body();
      String body =
          "token=" + OpenConsole.token(page) + "&reason=T-7&word=" + OpenConsole.word(page);
      Map<String, String> headers = headers(acting, header, value);
      headers.put("Content-Length", Integer.toString(body.length()));

      assertThat(acting.rawForm("act", headers, body)).startsWith("HTTP/1.1 " + status + " ");
      assertThat(bench.store().find(Bench.id("O-1")).orElseThrow().status())
          .isEqualTo(Status.UNKNOWN);
    }
  }

  @Test
  void aFormThatIsLongerThanAnyOrOfUnknownLengthIsRefused() throws IOException {
    try (OpenConsole acting = OpenConsole.of(bench, "--write")) {
      Map<String, String> tooLong = headers(acting, "Content-Length", "8193");
      Map<String, String> chunked = headers(acting, "Transfer-Encoding", "chunked");
      Map<String, String> unknown = headers(acting, "Content-Length", "");

      assertThat(acting.rawForm("act", tooLong, "x".repeat(8_193))).startsWith("HTTP/1.1 413 ");
      assertThat(acting.rawForm("act", chunked, "0\r\n\r\n")).startsWith("HTTP/1.1 413 ");
      assertThat(acting.rawForm("act", unknown, "")).startsWith("HTTP/1.1 413 ");
    }
  }

  /** With any stricter policy, browsers send a form with {@code Origin: null}. */
  @Test
  void aBrowserNamesThePageOfAFormToTheConsoleAlone() {
    try (OpenConsole acting = OpenConsole.of(bench, "--write")) {
      assertThat(acting.page("overview").headers().firstValue("Referrer-Policy"))
          .contains("same-origin");
    }
  }

  @Test
  void theTokenOfTheAddressIsNotTakenFromAForm() throws IOException {
    try (OpenConsole another = OpenConsole.started(bench, "--write")) {
      Map<String, String> headers = headers(another, "Content-Length", "0");

      assertThat(another.rawForm("/?" + another.address().getQuery(), headers, ""))
          .startsWith("HTTP/1.1 403 ")
          .doesNotContain("Set-Cookie");
      assertThat(another.open().statusCode()).isEqualTo(303);
    }
  }

  /** The headers of a form of this console's browser, with one that is otherwise. */
  private static Map<String, String> headers(OpenConsole console, String name, String value) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", "127.0.0.1:" + console.port());
    headers.put("Origin", console.origin());
    headers.put("Content-Type", "application/x-www-form-urlencoded");
    headers.put("Cookie", console.cookie().substring("Cookie: ".length()));
    headers.put(name, value.replace("{port}", Integer.toString(console.port())));
    return headers;
  }

  @Test
  void aBodyAndALongAddressAreRefused() {
    assertThat(
            console
                .send(console.request("overview").method("GET", BodyPublishers.ofString("x")))
                .statusCode())
        .isEqualTo(413);
    assertThat(console.page("event?record=" + "x".repeat(8_192)).statusCode()).isEqualTo(414);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../overview",
        "..%2foverview",
        "%2e%2e/console.css",
        "console.css/../overview",
        "/etc/passwd",
        "package-info.class",
        "overview/",
        "overview%00",
        "OVERVIEW",
        ""
      })
  void aPathThatIsNoPageShowsNothing(String path) throws IOException {
    String room = console.path("overview").replaceAll("overview$", "");

    assertThat(console.raw(get(room + path), host(), console.cookie()))
        .doesNotContain(" 200 ")
        .containsPattern("^HTTP/1.1 4\\d\\d ");
  }

  @Test
  void noPageIsKeptFramedSentOnOrRunsAScript() {
    for (String page : List.of("overview", "console.css", "nothing", "event")) {
      HttpResponse<String> answer = console.page(page);

      assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'; style-src 'self';")
          .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'")
          .doesNotContain("unsafe", "http:");
      assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
      assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy"))
          .contains("same-origin");
      assertThat(answer.body())
          .doesNotContain("<script", " style=", "@import", "url(")
          .doesNotContainPattern("(href|src|action)=\"([a-z]+:|/)");
    }
  }

  @Test
  void itListensOnLoopbackOnly() throws IOException {
    for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(network.getInetAddresses())) {
        assertThat(isAnswered(address)).as("%s", address).isEqualTo(address.isLoopbackAddress());
      }
    }
  }

  private boolean isAnswered(InetAddress address) {
    try (Socket socket = new Socket(address, console.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return address.getHostAddress().contains(":") && address.isLoopbackAddress();
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    Bench.Run run = bench.run("console --port=" + console.port());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("The port " + console.port(), "Give another --port");
    assertThat(bench.run("console --port=65536").err()).contains("There is no port 65536");
  }

  @Test
  void aPortThatBrowsersLeaveOutOfTheAddressIsRefused() {
    assertThatThrownBy(() -> OpenConsole.started(bench, "--port=80"))
        .hasMessageContaining("Browsers leave port 80 out");
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1";
  }

  private String host() {
    return "Host: 127.0.0.1:" + console.port();
  }
}
