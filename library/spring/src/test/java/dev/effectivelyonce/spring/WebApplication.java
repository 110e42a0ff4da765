package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.filter.OncePerRequestFilter;

/** An application with Spring MVC on a server, and a client of it. */
final class WebApplication implements AutoCloseable {
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DispatcherServletAutoConfiguration.class,
    EffectivelyOnceAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    WebMvcAutoConfiguration.class
  })
  static class Server {}

  /** As Spring Security: it knows who the caller is. It also loses an answer if it should. */
  static class Security extends OncePerRequestFilter {
    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      response.setHeader("X-Frame-Options", "DENY");
      response.setHeader("Vary", "Origin");
      String name = request.getHeader("User");
      Principal principal =
          new Principal() {
            @Override
            public @Nullable String getName() {
              return name.equals("unnamed") ? null : name;
            }
          };
      chain.doFilter(
          new HttpServletRequestWrapper(request) {
            @Override
            public @Nullable Principal getUserPrincipal() {
              return name.equals("nobody") ? null : principal;
            }
          },
          request.getHeader("Lose") == null ? response : losing(response));
    }

    private static HttpServletResponse losing(HttpServletResponse response) {
      return new HttpServletResponseWrapper(response) {
        @Override
        public ServletOutputStream getOutputStream() {
          return new ServletOutputStream() {
            @Override
            public void write(int content) throws IOException {
              throw new IOException("The connection was lost");
            }

            @Override
            public boolean isReady() {
              return true;
            }

            @Override
            public void setWriteListener(WriteListener listener) {}
          };
        }
      };
    }
  }

  final ManualClock clock = new ManualClock();
  final ManualTimers timers = new ManualTimers(clock);
  private final ConfigurableApplicationContext context;
  private final HttpClient http = HttpClient.newHttpClient();

  WebApplication(
      IdempotencyStore store,
      ApplicationContextInitializer<GenericApplicationContext> further,
      Class<?>... beans) {
    Platform platform =
        new Platform(
            clock,
            () -> new AttemptId(UUID.randomUUID().toString()),
            () -> 0L,
            clock::advance,
            timers);
    this.context =
        new SpringApplicationBuilder(Server.class)
            .sources(beans)
            .web(WebApplicationType.SERVLET)
            .properties(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.main.banner-mode=off",
                "effectively-once.retention=19d",
                "effectively-once.kept-headers=X-Receipt")
            .initializers(
                (GenericApplicationContext application) -> {
                  application.registerBean(IdempotencyStore.class, () -> store);
                  application.registerBean(Platform.class, () -> platform);
                  application.registerBean(Security.class);
                  further.initialize(application);
                })
            .run();
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** Posts a JSON of one field with a key, as alice. */
  HttpResponse<String> post(String path, String key) throws Exception {
    return send(request(path).header("Idempotency-Key", key));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create(
                "http://127.0.0.1:"
                    + context.getEnvironment().getRequiredProperty("local.server.port")
                    + path))
        .POST(BodyPublishers.ofString("{\"item\":\"tea\"}"))
        .setHeader("Content-Type", "application/json")
        .setHeader("User", "alice");
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<byte[]> bytes(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofByteArray());
  }

  static boolean isReplayed(HttpResponse<?> answer) {
    return answer.headers().allValues("Idempotent-Replayed").equals(List.of("true"));
  }

  @Override
  public void close() {
    context.close();
    http.close();
  }
}
