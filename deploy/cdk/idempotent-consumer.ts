// A consumer of SQS that runs each business event once, with the Java library Effectively Once. It makes the same as the
// construct IdempotentConsumer of the library's module cdk. docs/cdk-typescript-and-python.md describes each setting.
// Copy this file, consumer-settings.ts and consumer.json into one folder of your app.
import { Annotations, ArnFormat, Duration, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, IAlarmAction, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AttributeType, BillingMode, ITable, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { AlarmData, DATA, broken, derived, filled, iso, Values } from './consumer-settings';

export interface IdempotencyTableProps {
  /** Your key, with which DynamoDB encrypts the table. Default: DynamoDB's own key. */
  readonly encryptionKey?: IKey;
  /** Whether the table is deleted with its stack. Default: false; the table then also refuses deletion. */
  readonly discard?: boolean;
}

/** The table with one record for each consumer and business key. Any number of consumers can share it. */
export class IdempotencyTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, props: IdempotencyTableProps = {}) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiration',
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: !props.discard,
      removalPolicy: props.discard ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      encryptionKey: props.encryptionKey,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: 'listing',
      partitionKey: { name: 'listing', type: AttributeType.STRING },
      sortKey: { name: 'updated_at', type: AttributeType.NUMBER },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
}

export interface IdempotentConsumerProps {
  /** The consumer's name, as in `MessageIdentity.of` of your code. Consumers that share a table must not share a name. */
  readonly consumerName: string;
  /** The table of records, of an `IdempotencyTable`. */
  readonly idempotencyTable: ITable;
  /** The function's package: one jar with all classes, or a zip with jars in `lib/`. */
  readonly code: lambda.Code;
  /** The handler, such as `com.example.OrdersHandler::handleRequest`. */
  readonly handler: string;
  /** How long one invocation may take, up to 15 minutes. Default: 30 seconds. */
  readonly timeout?: Duration;
  /** Whether both queues are FIFO queues. You can't change it later. Default: false. */
  readonly fifo?: boolean;
  /** What SQS limits on a FIFO queue. With `PER_MESSAGE_GROUP`, deduplication ids count within their group. Default: `PER_QUEUE`. */
  readonly fifoThroughput?: 'PER_QUEUE' | 'PER_MESSAGE_GROUP';
  /** The queue's name without `.fifo`; the dead-letter queue adds `-DeadLetters`. Default: made of the construct's path. */
  readonly queueName?: string;
  /** How long a received message is hidden. Default, and minimum: 6 x `timeout` plus `batchingWindow`. */
  readonly visibilityTimeout?: Duration;
  /** How long the queue keeps a message. Default: 4 days. */
  readonly sourceRetention?: Duration;
  /** How long the dead-letter queue keeps a message, at least `sourceRetention`. Default: 14 days. */
  readonly deadLetterRetention?: Duration;
  /** How long a record is kept after its last change, at least as long as both queues together. Default: a day more. */
  readonly recordRetention?: Duration;
  /** The longest outage that messages survive. Default: 30 minutes. */
  readonly outageTolerance?: Duration;
  /** How long a message waits after its first failure; the wait doubles with each receive. Default: 2 seconds. */
  readonly backoffFirst?: Duration;
  /** The longest wait. Default: 5 minutes. */
  readonly backoffLongest?: Duration;
  /** After how many receives a message is dead-lettered. Default: the least that survives `outageTolerance`. */
  readonly maxReceiveCount?: number;
  /** The lease of claims that a heartbeat renews. Default: no heartbeat, so one lease covers the timeout. */
  readonly heartbeat?: Duration;
  /** How many messages one invocation takes at most. More than 10 needs `batchingWindow`. Default: 10. */
  readonly batchSize?: number;
  /** How long Lambda gathers a batch, only for standard queues. Default: not at all. */
  readonly batchingWindow?: Duration;
  /** How many invocations the queue may have at once, 2 to 1000. Default: no limit. */
  readonly maximumConcurrency?: number;
  /** The function gets exactly this concurrency. Default: it shares the account's. */
  readonly reservedConcurrency?: number;
  /** Default: 1024. */
  readonly memoryMib?: number;
  /** `JAVA_25` or `JAVA_21`. Default: `JAVA_25`. */
  readonly runtime?: lambda.Runtime;
  /** Default: `ARM_64`. */
  readonly architecture?: lambda.Architecture;
  /** Your handler's own variables. Names that begin with `EFFECTIVELY_ONCE_` are the construct's. */
  readonly environment?: Record<string, string>;
  /** The rights of your handler's own effects: exact actions by the ARN of one resource. */
  readonly allow?: Record<string, string[]>;
  /** `OBSERVE` runs every delivery, and only counts what would be skipped. Default: `ENFORCE`. */
  readonly mode?: 'ENFORCE' | 'OBSERVE';
  /** Which records operators can list without their keys. `OPEN` costs two more writes for each message. Default: `FAILED_AND_HELD`. */
  readonly listing?: 'FAILED_AND_HELD' | 'OPEN';
  /** Your key for queues, logs and variables. Default: the services' own keys. */
  readonly encryptionKey?: IKey;
  /** Default: one month. */
  readonly logRetention?: RetentionDays;
  /** Actions of the alarms that can't wait until the morning. They run when an alarm starts and when it ends. */
  readonly pageActions?: IAlarmAction[];
  /** Actions of the other alarms. */
  readonly ticketActions?: IAlarmAction[];
  /** The age of a message at which two alarms ring. Default: half of `outageTolerance`, at most 15 minutes, at least two visibility timeouts. */
  readonly oldestMessageAlarm?: Duration;
  /** The address of your runbook, for the alarms' texts. Default: `docs/operations.md`. */
  readonly runbook?: string;
  /** Whether queues and logs are deleted with their stack. Default: false. */
  readonly discard?: boolean;
}

/** A function that runs each event of a queue once, with both queues, exact rights, logs and eleven alarms. */
export class IdempotentConsumer extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetterQueue: sqs.Queue;
  readonly function: lambda.Function;
  /** Invoke the function through it: only published versions start from a snapshot. */
  readonly alias: lambda.Alias;
  /** The mapping, for settings that the construct doesn't have, such as `enabled`. */
  readonly eventSource: lambda.CfnEventSourceMapping;
  readonly alarms: Record<string, Alarm> = {};

  constructor(scope: Construct, id: string, private readonly props: IdempotentConsumerProps) {
    super(scope, id);
    const key = props.encryptionKey;
    const terms = derived(props);
    const problems = [
      ...broken(DATA.rules.consumer, { ...terms, otherConsumer: this.otherOfThisName() }),
      ...Object.keys(props.environment ?? {}).flatMap((name) => broken(DATA.rules.environment, { name })),
      ...Object.entries(props.allow ?? {}).flatMap(([resource, actions]) => broken(DATA.rules.allow, { resource, actions: actions.join(', ') })),
    ];
    if (problems.length > 0) {
      throw new Error(`'${this.node.path}' cannot be built:\n- ${problems.join('\n- ')}`);
    }

    // The queues name each other, which CloudFormation refuses as a cycle of references: fixed names break it.
    const stack = Stack.of(this);
    const suffix = props.fifo ? '.fifo' : '';
    const name = props.queueName ?? Names.uniqueResourceName(this, { maxLength: 60, separator: '-', allowedSpecialCharacters: '-' });
    const removalPolicy = props.discard ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
    const perGroup = props.fifoThroughput === 'PER_MESSAGE_GROUP';
    const common: sqs.QueueProps = {
      enforceSSL: true,
      encryption: key ? sqs.QueueEncryption.KMS : sqs.QueueEncryption.SQS_MANAGED,
      encryptionMasterKey: key,
      fifo: props.fifo || undefined,
      deduplicationScope: perGroup ? sqs.DeduplicationScope.MESSAGE_GROUP : undefined,
      fifoThroughputLimit: perGroup ? sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID : undefined,
      removalPolicy,
    };
    const admitted = sqs.Queue.fromQueueArn(this, 'AdmittedQueue', stack.formatArn({ service: 'sqs', resource: name + suffix }));
    this.deadLetterQueue = new sqs.Queue(this, 'DeadLetterQueue', {
      ...common,
      queueName: name + '-DeadLetters' + suffix,
      retentionPeriod: terms.deadLetterRetention,
      redriveAllowPolicy: { redrivePermission: sqs.RedrivePermission.BY_QUEUE, sourceQueues: [admitted] },
    });
    this.queue = new sqs.Queue(this, 'Queue', {
      ...common,
      queueName: name + suffix,
      retentionPeriod: terms.sourceRetention,
      visibilityTimeout: terms.visibilityTimeout,
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: terms.maxReceiveCount },
    });
    for (const queue of [this.queue, this.deadLetterQueue]) {
      (queue.node.findChild('Policy').node.defaultChild as sqs.CfnQueuePolicy).applyRemovalPolicy(removalPolicy);
    }

    if (key) {
      const groups = stack.formatArn({ service: 'logs', resource: '*', arnFormat: ArnFormat.NO_RESOURCE_NAME });
      const added = key.addToResourcePolicy(new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
        actions: DATA.rights.keyForLogs,
        resources: ['*'],
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
      }));
      if (!added.statementAdded) {
        Annotations.of(key).addWarningV2('effectively-once:key-for-logs', `This app can't change the policy of the key ${key.node.path}. `
          + 'A deployment fails until it lets the service logs use the key. "With your own key" in docs/networks-and-keys.md has the statement.');
      }
    }
    const logs = new LogGroup(this, 'Logs', { retention: props.logRetention ?? RetentionDays.ONE_MONTH, removalPolicy, encryptionKey: key });
    const table = props.idempotencyTable;
    const right = (resource: string | undefined, actions: string[] = []) =>
      resource === undefined ? [] : [new iam.PolicyStatement({ actions, resources: [resource] })];
    // Inline, since Lambda checks the rights when it makes the mapping.
    const rights = new iam.PolicyDocument({
      statements: [
        ...right(table.tableArn, DATA.rights.table),
        ...right(this.queue.queueArn, DATA.rights.queue),
        ...right(this.deadLetterQueue.queueArn, DATA.rights.deadLetters),
        ...right(key?.keyArn, DATA.rights.keyOfQueue),
        ...right(key?.keyArn, DATA.rights.keyOfDeadLetters),
        ...right(table.encryptionKey?.keyArn, DATA.rights.keyOfTable),
        ...Object.entries(props.allow ?? {}).flatMap(([resource, actions]) => right(resource, actions)),
        ...right(logs.logGroupArn, DATA.rights.logs),
      ],
    });
    this.function = new lambda.Function(this, 'Function', {
      code: props.code,
      handler: props.handler,
      timeout: terms.timeout,
      memorySize: props.memoryMib ?? DATA.defaults.memoryMib,
      runtime: props.runtime ?? lambda.Runtime.JAVA_25,
      architecture: props.architecture ?? lambda.Architecture.ARM_64,
      role: new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'), inlinePolicies: { Rights: rights } }),
      logGroup: logs,
      environmentEncryption: key,
      reservedConcurrentExecutions: props.reservedConcurrency,
      snapStart: lambda.SnapStartConf.ON_PUBLISHED_VERSIONS,
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      environment: {
        ...props.environment,
        EFFECTIVELY_ONCE_TABLE: table.tableName,
        EFFECTIVELY_ONCE_CONSUMER: props.consumerName,
        EFFECTIVELY_ONCE_RETENTION: iso(terms.recordRetention),
        EFFECTIVELY_ONCE_LISTING: terms.listing,
        EFFECTIVELY_ONCE_MODE: terms.mode,
        EFFECTIVELY_ONCE_BACKOFF_FIRST: iso(terms.backoffFirst),
        EFFECTIVELY_ONCE_BACKOFF_LONGEST: iso(terms.backoffLongest),
        EFFECTIVELY_ONCE_OUTAGE_TOLERANCE: iso(terms.outageTolerance),
        EFFECTIVELY_ONCE_DEAD_LETTER_QUEUE_URL: this.deadLetterQueue.queueUrl,
        EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT: String(terms.maxReceiveCount),
        ...(props.heartbeat && { EFFECTIVELY_ONCE_HEARTBEAT: iso(props.heartbeat) }),
      },
    });
    Annotations.of(this.function).acknowledgeWarning('@aws-cdk/aws-lambda:snapStartRequirePublish', 'The alias below publishes each version.');
    this.alias = new lambda.Alias(this, 'Live', { aliasName: 'live', version: this.function.currentVersion });
    this.eventSource = new lambda.CfnEventSourceMapping(this, 'EventSource', {
      eventSourceArn: this.queue.queueArn,
      functionName: this.alias.functionArn,
      batchSize: terms.batchSize,
      functionResponseTypes: ['ReportBatchItemFailures'],
      maximumBatchingWindowInSeconds: props.fifo ? undefined : terms.batchingWindow.toSeconds(),
      scalingConfig: props.maximumConcurrency ? { maximumConcurrency: props.maximumConcurrency } : undefined,
    });
    DATA.alarms.forEach((it) => this.addAlarm(it, terms));
  }

  private addAlarm(it: AlarmData, terms: Values) {
    const [namespace, dimensionsMap] = {
      queue: ['AWS/SQS', { QueueName: this.queue.queueName }] as const,
      deadLetters: ['AWS/SQS', { QueueName: this.deadLetterQueue.queueName }] as const,
      function: ['AWS/Lambda', { FunctionName: this.function.functionName }] as const,
      library: ['EffectivelyOnce', { function: this.function.functionName }] as const,
    }[it.of];
    const alarm = new Alarm(this, it.id, {
      alarmDescription: `${this.node.path}: ${filled(it.text, terms)}. See ${this.props.runbook ?? DATA.defaults.runbook}#${it.section}`,
      metric: new Metric({ namespace, metricName: it.metric, dimensionsMap, statistic: it.statistic, period: Duration.minutes(1) }),
      threshold: Number(terms[it.threshold] ?? it.threshold),
      datapointsToAlarm: it.reached,
      evaluationPeriods: Number(terms[it.looked] ?? it.looked),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const actions = (it.action === 'page' ? this.props.pageActions : this.props.ticketActions) ?? [];
    alarm.addAlarmAction(...actions);
    alarm.addOkAction(...actions);
    this.alarms[it.id] = alarm;
  }

  private otherOfThisName(): string | undefined {
    return this.node.root.node.findAll().find((it) => it instanceof IdempotentConsumer && it !== this
      && it.props.consumerName === this.props.consumerName && it.props.idempotencyTable.tableArn === this.props.idempotencyTable.tableArn)?.node.path;
  }
}
