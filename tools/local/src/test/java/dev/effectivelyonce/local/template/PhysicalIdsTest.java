package dev.effectivelyonce.local.template;

import static dev.effectivelyonce.local.fixture.FunctionStandIn.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhysicalIdsTest {
  private static final Location WHERE = new Location("Thing", "Name");

  private final PhysicalIds ids =
      new PhysicalIds(
          new StackEnvironment(
              "S", "000000000000", "us-east-1", URI.create("http://q"), URI.create("http://f")),
          json(
              """
              {"Parameters": {"P": {"Default": "from-parameter"}},
               "Resources": {
                 "Q": {"Type": "AWS::SQS::Queue", "Properties": {"FifoQueue": true}},
                 "T": {"Type": "AWS::DynamoDB::Table", "Properties": {"TableName": {"Fn::Sub": "t-${AWS::Region}"}}},
                 "F": {"Type": "AWS::Lambda::Function", "Properties": {}},
                 "V": {"Type": "AWS::Lambda::Version", "Properties": {"FunctionName": {"Ref": "F"}}},
                 "A": {"Type": "AWS::Lambda::Alias", "Properties": {"FunctionName": {"Ref": "F"}, "Name": "live"}},
                 "N": {"Type": "AWS::SNS::Topic", "Properties": {"FifoTopic": true}},
                 "R": {"Type": "AWS::IAM::Role", "Properties": {}}}}
              """));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"text\" | text",
        "42 | 42",
        "true | true",
        "{\"Ref\": \"AWS::AccountId\"} | 000000000000",
        "{\"Ref\": \"AWS::StackName\"} | S",
        "{\"Ref\": \"P\"} | from-parameter",
        "{\"Ref\": \"Q\"} | http://q/000000000000/S-Q.fifo",
        "{\"Ref\": \"T\"} | t-us-east-1",
        "{\"Ref\": \"F\"} | S-F",
        "{\"Ref\": \"A\"} | arn:aws:lambda:us-east-1:000000000000:function:S-F:live",
        "{\"Ref\": \"V\"} | arn:aws:lambda:us-east-1:000000000000:function:S-F:1",
        "{\"Fn::GetAtt\": [\"Q\", \"Arn\"]} | arn:aws:sqs:us-east-1:000000000000:S-Q.fifo",
        "{\"Fn::GetAtt\": \"Q.QueueName\"} | S-Q.fifo",
        "{\"Ref\": \"N\"} | arn:aws:sns:us-east-1:000000000000:S-N.fifo",
        "{\"Fn::GetAtt\": \"N.TopicArn\"} | arn:aws:sns:us-east-1:000000000000:S-N.fifo",
        "{\"Fn::GetAtt\": \"N.TopicName\"} | S-N.fifo",
        "{\"Fn::GetAtt\": [\"T\", \"Arn\"]} |"
            + " arn:aws:dynamodb:us-east-1:000000000000:table/t-us-east-1",
        "{\"Fn::Join\": [\"-\", [\"a\", {\"Ref\": \"F\"}]]} | a-S-F",
        "{\"Fn::Sub\": \"${AWS::Partition}/${F}/${Q.Arn}/${!Kept}\"} |"
            + " aws/S-F/arn:aws:sqs:us-east-1:000000000000:S-Q.fifo/${Kept}",
        "{\"Fn::Sub\": [\"${X}$\", {\"X\": {\"Ref\": \"F\"}}]} | S-F$",
      })
  void resolves(String value, String expected) {
    assertThat(ids.resolve(json(value), WHERE)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"Fn::If\": [\"C\", \"a\", \"b\"]} | Fn::If is not known here",
        "{\"Ref\": \"Nowhere\"} | Nowhere, which the template does not hold",
        "{\"Fn::GetAtt\": [\"R\", \"Arn\"]} | Arn of R (AWS::IAM::Role)",
        "[\"a\"] | is not a text",
        "null | is not a text",
      })
  void whatItCannotResolveIsNamedWithItsPlace(String value, String problem) {
    assertThatThrownBy(() -> ids.resolve(json(value), WHERE))
        .isInstanceOfSatisfying(
            TemplateException.class,
            it -> assertThat(it.logicalId() + it.property()).isEqualTo("ThingName"))
        .hasMessageContainingAll("resource Thing", "property Name", problem);
  }
}
