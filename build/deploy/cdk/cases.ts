// The same consumers as DeployTemplatesTest of library/cdk has, and the same refusals; the sample too, by its import.
// Arguments: the folder to write to, and the package.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnParameter, Duration, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Architecture, Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { IdempotencyTable, IdempotentConsumer, IdempotentConsumerProps } from './idempotent-consumer';
import './sample';

const [directory, zip] = process.argv.slice(2) as [string, string];
const { days, minutes, seconds, hours, millis } = Duration;
const app = new App({ outdir: join(directory, 'cdk.out'), analyticsReporting: false, treeMetadata: false });
const stack = new Stack(app, 'Shop');
const code = Code.fromAsset(zip);
const records = new IdempotencyTable(stack, 'Records').table;

function consumer(id: string, props: Partial<IdempotentConsumerProps> = {}) {
  return new IdempotentConsumer(stack, id, { consumerName: id, code, handler: 'shop.Handler::handleRequest', idempotencyTable: records, ...props });
}

consumer('Standard', { consumerName: 'orders' });
consumer('Fifo', { consumerName: 'orders-fifo', fifo: true });
for (const [timeout, retention] of [[10, 1], [15, 2], [60, 7], [120, 10], [300, 12], [900, 14]] as const) {
  consumer(`Seconds${timeout}`, { timeout: seconds(timeout), sourceRetention: days(retention) });
}
const key = Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:us-east-1:111122223333:key/shop');
const encrypted = new IdempotencyTable(stack, 'Encrypted', { encryptionKey: key }).table;
const action = (topic: string) =>
  new SnsAction(Topic.fromTopicArn(stack, topic + stack.node.children.length, 'arn:aws:sns:us-east-1:111122223333:' + topic));
const encrypting = (): Partial<IdempotentConsumerProps> => ({
  idempotencyTable: encrypted,
  fifo: true,
  fifoThroughput: 'PER_MESSAGE_GROUP',
  memoryMib: 512,
  architecture: Architecture.X86_64,
  batchSize: 5,
  maximumConcurrency: 7,
  mode: 'OBSERVE',
  listing: 'OPEN',
  logRetention: RetentionDays.ONE_WEEK,
  runbook: 'https://wiki.example.com/runbook',
  environment: { GREETING: 'hello' },
  allow: { 'arn:aws:s3:::invoices/new': ['s3:PutObject'] },
  pageActions: [action('Pages')],
  ticketActions: [action('Tickets')],
  encryptionKey: key,
});
consumer('Encrypting', encrypting());
consumer('Tuned', {
  ...encrypting(),
  timeout: seconds(20),
  visibilityTimeout: seconds(200),
  sourceRetention: days(1),
  deadLetterRetention: days(2),
  recordRetention: days(30),
  outageTolerance: minutes(5),
  backoffFirst: seconds(4),
  backoffLongest: seconds(20),
  oldestMessageAlarm: minutes(10),
  heartbeat: minutes(1),
  reservedConcurrency: 9,
});
consumer('Gathering', { batchSize: 100, batchingWindow: seconds(20), timeout: seconds(5) });
const discarded = new IdempotencyTable(stack, 'Discarded', { discard: true }).table;
consumer('Discarding', { idempotencyTable: discarded, discard: true, queueName: 'discarding', maxReceiveCount: 25, runtime: Runtime.JAVA_21 });
consumer('Owning', { encryptionKey: new Key(stack, 'OwnKey'), heartbeat: millis(90_100), outageTolerance: millis(1_500_003) });

// Numbers that only the deployment knows, which Java's construct doesn't take.
const later = new Stack(app, 'Later');
const number = new CfnParameter(later, 'Number', { type: 'Number' }).valueAsNumber;
new IdempotentConsumer(later, 'Numbers', {
  consumerName: 'numbers', code: Code.fromAsset(zip), handler: 'shop.Handler::handleRequest',
  idempotencyTable: new IdempotencyTable(later, 'Records').table,
  maxReceiveCount: number, batchSize: number, maximumConcurrency: number, reservedConcurrency: number, memoryMib: number,
});

const refusals: [string, Partial<IdempotentConsumerProps>][] = [
  ['name', { consumerName: 'the orders' }],
  ['sameName', { consumerName: 'orders' }],
  ['timeout', { timeout: millis(1500) }],
  ['longTimeout', { timeout: seconds(901) }],
  ['heartbeat', { heartbeat: minutes(16) }],
  ['throughput', { fifoThroughput: 'PER_QUEUE' }],
  ['queueName', { queueName: 'orders.fifo' }],
  ['reserved', { reservedConcurrency: 2, maximumConcurrency: 3 }],
  ['noConcurrency', { reservedConcurrency: 0 }],
  ['oneReceive', { maxReceiveCount: 1 }],
  ['noReceive', { maxReceiveCount: 0 }],
  ['manyReceives', { maxReceiveCount: 1001 }],
  ['fewReceives', { maxReceiveCount: 5 }],
  ['noReceivesEnough', { visibilityTimeout: seconds(6), timeout: seconds(1), outageTolerance: hours(30) }],
  ['visibility', { visibilityTimeout: seconds(179) }],
  ['visibilityOfWindow', { visibilityTimeout: seconds(199), batchingWindow: seconds(20) }],
  ['longVisibility', { visibilityTimeout: seconds(43201) }],
  ['sourceRetention', { sourceRetention: seconds(59), deadLetterRetention: days(1), outageTolerance: seconds(20) }],
  ['oddRetention', { sourceRetention: millis(345_600_001) }],
  ['deadLetterRetention', { deadLetterRetention: days(15) }],
  ['shortDeadLetters', { deadLetterRetention: days(3) }],
  ['recordRetention', { recordRetention: days(17) }],
  ['backoff', { backoffFirst: millis(999) }],
  ['backoffOrder', { backoffFirst: minutes(6) }],
  ['outage', { outageTolerance: hours(49) }],
  ['batch', { batchSize: 0 }],
  ['batchTooLarge', { batchSize: 10001 }],
  ['batchWithoutWindow', { batchSize: 11 }],
  ['batchOfFifo', { batchSize: 11, fifo: true }],
  ['windowOfFifo', { batchingWindow: seconds(1), fifo: true }],
  ['window', { batchingWindow: seconds(301) }],
  ['concurrency', { maximumConcurrency: 1 }],
  ['runtime', { runtime: Runtime.JAVA_17 }],
  ['environment', { environment: { EFFECTIVELY_ONCE_MODE: 'OBSERVE' } }],
  ['wildcard', { allow: { 'arn:aws:s3:::invoices/new': ['s3:*'] } }],
  ['questionMark', { allow: { 'arn:aws:s3:::invoices/new': ['s3:PutObjec?'] } }],
  ['noAction', { allow: { 'arn:aws:s3:::invoices/new': [] } }],
  ['everything', { allow: { '*': ['s3:PutObject'] } }],
  ['two', { batchSize: 0, maximumConcurrency: 1 }],
  ['throughputOfNoName', { fifo: true, fifoThroughput: 'PER_GROUP' as 'PER_QUEUE' }],
];
const found = refusals.map(([id, props]) => {
  const scope = `Refused-${id}`;
  try {
    consumer(scope, { consumerName: scope, ...props });
    return `${id}: nothing`;
  } catch (it) {
    stack.node.tryRemoveChild(scope);
    return (it as Error).message.split('\n- ').slice(1).map((text) => `${id}: ${text}`).join('\n');
  }
});
writeFileSync(join(directory, 'refusals.txt'), found.join('\n') + '\n');
app.synth();
