// An app with one consumer. Compile it with tsc, then type: npx cdk synth --app 'node sample.js'
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { IdempotencyTable, IdempotentConsumer } from './idempotent-consumer';

const app = new App();
const stack = new Stack(app, 'Shop');

const orders = new Table(stack, 'OrdersTable', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
});
const records = new IdempotencyTable(stack, 'Records');
const consumer = new IdempotentConsumer(stack, 'Orders', {
  consumerName: 'orders',
  code: Code.fromAsset(app.node.tryGetContext('package') ?? 'target/functions.zip'),
  handler: 'com.example.OrdersHandler::handleRequest',
  idempotencyTable: records.table,
  timeout: Duration.seconds(60),
  environment: { ORDERS_TABLE: orders.tableName },
  allow: { [orders.tableArn]: ['dynamodb:PutItem'] },
  pageActions: [new SnsAction(new Topic(stack, 'Pages'))],
  ticketActions: [new SnsAction(new Topic(stack, 'Tickets'))],
});

new CfnOutput(stack, 'QueueUrl', { value: consumer.queue.queueUrl });
new CfnOutput(stack, 'RecordsTable', { value: records.table.tableName });
