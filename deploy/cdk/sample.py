# An app with one consumer, beside a folder "shop" into which you have copied the construct's three files.
# Type: npx cdk synth --app 'python3 sample.py'
from aws_cdk import App, CfnOutput, Duration, Stack
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sns as sns

from shop.idempotent_consumer import IdempotencyTable, IdempotentConsumer

app = App()
stack = Stack(app, "Shop")

orders = dynamodb.Table(
    stack, "OrdersTable",
    partition_key=dynamodb.Attribute(name="id", type=dynamodb.AttributeType.STRING),
    billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
)
records = IdempotencyTable(stack, "Records")
consumer = IdempotentConsumer(
    stack, "Orders",
    consumer_name="orders",
    code=lambda_.Code.from_asset(app.node.try_get_context("package") or "target/functions.zip"),
    handler="com.example.OrdersHandler::handleRequest",
    idempotency_table=records.table,
    timeout=Duration.seconds(60),
    environment={"ORDERS_TABLE": orders.table_name},
    allow={orders.table_arn: ["dynamodb:PutItem"]},
    page_actions=[actions.SnsAction(sns.Topic(stack, "Pages"))],
    ticket_actions=[actions.SnsAction(sns.Topic(stack, "Tickets"))],
)

CfnOutput(stack, "QueueUrl", value=consumer.queue.queue_url)
CfnOutput(stack, "RecordsTable", value=records.table.table_name)

app.synth()
