package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.ClaimedRequests;
import dev.effectivelyonce.http.ResponseClassification;
import dev.effectivelyonce.spring.OnceListeners.Listened;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.HttpMediaTypeNotSupportedException;

/** Answers the requests of a method, unless they are done, or run elsewhere. */
final class OnceRequests {
  private static final Logger LOG = LoggerFactory.getLogger(OnceRequests.class);

  /** How long a method may take: its claim is renewed until then, and its end written again. */
  private static final Duration LONGEST = Duration.ofHours(1);

  /** The method as Spring runs it, with its arguments, converters and exception handlers. */
  interface Plain {
    void run(HttpServletRequest request, HttpServletResponse response) throws Exception;

    /** Returns whether an exception handler has answered. */
    boolean resolve(HttpServletRequest request, HttpServletResponse response, Exception thrown)
        throws IOException;
  }

  private final Listened method;
  private final ClaimedRequests requests;
  private final Surrounding.Around surrounding;
  private final Consumer<FatalProcessError> fatal;

  OnceRequests(
      Listened method,
      ClaimedRequests requests,
      Surrounding.Around surrounding,
      Consumer<FatalProcessError> fatal) {
    this.method = method;
    this.requests = requests;
    this.surrounding = surrounding;
    this.fatal = fatal;
  }

  /**
   * Answers a request, now or as before.
   *
   * @throws HttpMediaTypeNotSupportedException if its content has several parts
   * @throws ConfigurationException if it is called in a transaction
   * @throws FatalProcessError if the process can't go on
   */
  void answer(HttpServletRequest request, HttpServletResponse response, Plain plain)
      throws IOException, HttpMediaTypeNotSupportedException {
    OnceListener.requireNoTransaction(method.method());
    Exchange exchange = new Exchange(ReadRequest.of(request), new HeldResponse(response), plain);
    exchange.response.send(answer(exchange));
  }

  private ApiResponse answer(Exchange exchange) {
    Handler counted = OnceListener.counted(method.running(), exchange::answered);
    try (ClosableHandler around = surrounding.around(counted)) {
      return requests.handle(
          exchange.request.seen(), LONGEST, (ignored, attempt) -> exchange.ended(around, attempt));
    } catch (FatalProcessError e) {
      fatal.accept(e);
      throw e;
    }
  }

  /** One request, for which the method runs once at most. */
  private final class Exchange {
    private final ReadRequest request;
    private final HeldResponse response;
    private final Plain plain;
    private Optional<ApiResponse> written = Optional.empty();

    Exchange(ReadRequest request, HeldResponse response, Plain plain) {
      this.request = request;
      this.response = response;
      this.plain = plain;
    }

    /** Runs the method, within what surrounds it. */
    HandlerResult answered(Attempt attempt) throws Exception {
      request.setAttribute(AttemptArguments.ATTEMPT, attempt);
      plain.run(request, response);
      ApiResponse answer = response.answer();
      written = Optional.of(answer);
      return ResponseClassification.of(answer) == ResponseClassification.DONE
          ? HandlerResult.completed(answer)
          // So that a transaction is rolled back.
          : HandlerResult.retry("The method answered " + answer.status());
    }

    /** Returns how the method ended, once a transaction that will not commit is rolled back. */
    HandlerResult ended(Handler around, Attempt attempt) throws Exception {
      try {
        HandlerResult result = around.handle(attempt);
        return result instanceof HandlerResult.Unsuccessful && written.isPresent()
            ? HandlerResult.completed(written.get())
            : result;
      } catch (Exception e) {
        // What the method has written until then is no answer.
        response.reset();
        if (plain.resolve(request, response, e)) {
          return HandlerResult.completed(response.answer());
        }
        LOG.error(
            "{} threw, and no exception handler answered",
            ListenerMethods.shown(method.method()),
            e);
        throw e;
      }
    }
  }
}
