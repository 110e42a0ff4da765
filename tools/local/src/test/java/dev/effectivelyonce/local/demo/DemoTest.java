package dev.effectivelyonce.local.demo;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.chaos.Fault;
import dev.effectivelyonce.local.demo.check.Evidence;
import dev.effectivelyonce.local.demo.check.Reply;
import dev.effectivelyonce.local.demo.check.Report;
import dev.effectivelyonce.local.demo.check.Verdict;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.StackTemplate;
import dev.effectivelyonce.sqs.SqsDeadLetters;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The packaged functions, each in its own process, with crashes, timeouts and zombies. A function
 * has at least twice the time of the stack's: on a busy machine the first batches of a dozen
 * processes take longer than those of the stack alone, and a process that dies for that is one more
 * to start. The queues' visibility timeout is shorter than the stack's, and so is the test: it
 * still leaves room for the start of a process, the functions' timeout and the lease's margin. That
 * a run without faults of the network ends as promised under RERUN is shown by {@code mvn -Pdemo}.
 */
@Isolated
class DemoTest {
  private static final Duration VISIBILITY = Duration.ofSeconds(15);
  private static final int EVENTS = 100;
  private static final long SEED = 1;
  private static final int RECEIVES = 4;

  @TempDir private Path workFolder = Path.of("");
  private Slack slack = new Slack(1);

  @BeforeEach
  void measure(TestInfo test) {
    if (test.getTags().contains("full")) {
      slack = new Slack(Math.max(2, Slack.measured(settings(UnaryOperator.identity())).times()));
    }
  }

  @Test
  void lettersThatConsumersSendAreKnownByTheirAttribute() {
    assertThat(Demo.MOVED_FROM).isEqualTo(SqsDeadLetters.MOVED_FROM);
  }

  @Test
  @Tag("full")
  void aRunThatHoldsAbandonedClaimsEndsAsTheGuaranteePromises() throws Exception {
    run(settings(template -> adjusted(template, HOLD)), Optional.empty());
  }

  @Test
  @Tag("full")
  void soDoesOneWithFaultsInThreeOfTenCalls() throws Exception {
    try (Chaos chaos = new Chaos(0.3, SEED)) {
      run(
          settings(template -> adjusted(Chaos.patient(template, RECEIVES), RERUN))
              .withWire(chaos::before),
          Optional.of(chaos));

      for (Fault fault : Fault.values()) {
        assertThat(chaos.counts().of(fault)).as(fault.name()).isPositive();
      }
      assertThat(chaos.counts().print())
          .contains("record and effects: TransactWriteItems", "callers: requests");
      assertThat((double) chaos.counts().total() / chaos.counts().calls()).isBetween(0.2, 0.4);
    }
  }

  @Test
  @Tag("full")
  void shipmentsOfATopicEndAsTheGuaranteePromises() throws Exception {
    try (ShipmentsRun run =
        ShipmentsRun.start(
            settings(UnaryOperator.identity()),
            Optional.of(Planner.plan(SEED, Map.of(DemoConsumer.SHIPMENTS, EVENTS))),
            slack)) {
      assertThatItHolds(Report.of(Optional.empty(), run.await()));
    }
  }

  private LocalSettings settings(UnaryOperator<StackTemplate> adjustment) {
    return LocalSettings.of(
            Path.of("..", "..", "infra", "target", "cdk.out"),
            workFolder,
            Clock.systemUTC(),
            UUID::randomUUID)
        .withTimeoutPolicy(Zombies::onTimeout)
        .withAdjustment(adjustment);
  }

  private void run(LocalSettings settings, Optional<Chaos> chaos) throws InterruptedException {
    try (GatewayStandIn gateway = Gateways.faulty(0.2, SEED);
        LocalSystem system =
            LocalSystem.start(
                settings.withAdjustment(
                    template ->
                        Gateways.through(settings.adjustment().apply(template), gateway)))) {
      Map<DemoConsumer, Integer> events = new EnumMap<>(DemoConsumer.class);
      Arrays.stream(DemoConsumer.values())
          .filter(consumer -> consumer != DemoConsumer.SHIPMENTS)
          .forEach(consumer -> events.put(consumer, EVENTS));
      Plan plan = Planner.plan(SEED, events);
      PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
      system.warmUp(slack.patience());
      Evidence evidence =
          new Demo(
                  new StackResources(system), plan, Clock.systemUTC(), out, chaos, slack.patience())
              .run(gateway);

      Report report = Report.of(Optional.of(evidence), Optional.empty());

      assertThatItHolds(report);
      assertThat(evidence.deliveries().replies())
          .extracting(Reply::status)
          .contains(Reply.UNHEARD, 201, 400, 409, 422, 502);
    }
  }

  private static void assertThatItHolds(Report report) {
    assertThat(report.verdict()).as(report.print()).isEqualTo(Verdict.HOLDS);
  }

  private StackTemplate adjusted(StackTemplate template, AbandonedClaimPolicy policy) {
    String seconds = Long.toString(VISIBILITY.toSeconds());
    return slack.given(
        Gateways.withShortWaits(template)
            .withFunctions(
                function -> function.withEnvironment(Map.of(StackResources.POLICY, policy.name())))
            .withQueues(queue -> queue.withAttribute("VisibilityTimeout", seconds)));
  }
}
