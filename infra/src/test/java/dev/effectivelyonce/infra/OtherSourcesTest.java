package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

class OtherSourcesTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();

  @Test
  void theStreamOfClicksIsEncrypted() {
    assertThat(TemplateReader.values(trial, "AWS::Kinesis::Stream"))
        .contains(
            "ShardCount=2",
            "StreamEncryption.EncryptionType=KMS",
            "StreamEncryption.KeyId=alias/aws/kinesis");
  }

  @Test
  void whatEventBridgeCanNotDeliverIsGivenUpToo() {
    Map<String, Object> toTheAlias =
        Map.of(
            "Arn",
            Map.of("Ref", Match.stringLikeRegexp("^ClosingLive")),
            "DeadLetterConfig",
            Map.of(
                "Arn",
                Map.of("Fn::GetAtt", List.of(Match.stringLikeRegexp("^ClosingGivenUp"), "Arn"))));
    for (Map<String, Object> rule :
        List.<Map<String, Object>>of(
            Map.of("ScheduleExpression", "rate(1 day)"),
            Map.of("EventPattern", Match.objectLike(Map.of("source", List.of("shop.calendar")))))) {
      Map<String, Object> expected = new HashMap<>(rule);
      expected.put("Targets", List.of(Match.objectLike(toTheAlias)));
      trial.hasResourceProperties("AWS::Events::Rule", expected);
    }
  }
}
