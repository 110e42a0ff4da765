"""A consumer of SQS that runs each business event once, with the Java library Effectively Once. It makes the same as the
construct IdempotentConsumer of the library's module cdk. docs/cdk-typescript-and-python.md describes each setting.
Copy this file, consumer_settings.py and consumer.json into one package of your app."""

from typing import Literal, Mapping, Sequence

from aws_cdk import Annotations, ArnFormat, Duration, Names, RemovalPolicy, Stack
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from .consumer_settings import DATA, broken, derived, filled, iso


class IdempotencyTable(Construct):
    """The table with one record for each consumer and business key. Any number of consumers can share it."""

    def __init__(self, scope: Construct, id: str, *,
                 encryption_key: kms.IKey | None = None,  # your key. None: DynamoDB's own
                 discard: bool = False,  # whether the table is deleted with its stack. False: it also refuses deletion
                 ) -> None:
        super().__init__(scope, id)
        self.table = dynamodb.Table(
            self, "Table",
            partition_key=dynamodb.Attribute(name="id", type=dynamodb.AttributeType.STRING),
            time_to_live_attribute="expiration",
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(point_in_time_recovery_enabled=True),
            deletion_protection=not discard,
            removal_policy=RemovalPolicy.DESTROY if discard else RemovalPolicy.RETAIN,
            encryption_key=encryption_key,
        )
        self.table.add_global_secondary_index(
            index_name="listing",
            partition_key=dynamodb.Attribute(name="listing", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="updated_at", type=dynamodb.AttributeType.NUMBER),
            projection_type=dynamodb.ProjectionType.KEYS_ONLY,
        )


class IdempotentConsumer(Construct):
    """A function that runs each event of a queue once, with both queues, exact rights, logs and eleven alarms.

    It has the attributes queue, dead_letter_queue, function, alias, event_source and alarms. Invoke the function through
    its alias: only published versions start from a snapshot."""

    def __init__(self, scope: Construct, id: str, *,
                 consumer_name: str,  # as in MessageIdentity.of of your code; consumers of one table must not share it
                 idempotency_table: dynamodb.ITable,  # the table of an IdempotencyTable
                 code: lambda_.Code,  # one jar with all classes, or a zip with jars in lib/
                 handler: str,  # such as com.example.OrdersHandler::handleRequest
                 timeout: Duration | None = None,  # of one invocation, up to 15 minutes. None: 30 seconds
                 fifo: bool = False,  # whether both queues are FIFO queues. You can't change it later
                 fifo_throughput: Literal["PER_QUEUE", "PER_MESSAGE_GROUP"] | None = None,  # what SQS limits. None: PER_QUEUE
                 queue_name: str | None = None,  # without ".fifo". None: made of the construct's path
                 visibility_timeout: Duration | None = None,  # None, and the least: 6 x timeout plus batching_window
                 source_retention: Duration | None = None,  # how long the queue keeps a message. None: 4 days
                 dead_letter_retention: Duration | None = None,  # at least source_retention. None: 14 days
                 record_retention: Duration | None = None,  # at least both queues' together. None: a day more
                 outage_tolerance: Duration | None = None,  # the longest outage that messages survive. None: 30 minutes
                 backoff_first: Duration | None = None,  # the wait after the first failure; it doubles. None: 2 seconds
                 backoff_longest: Duration | None = None,  # the longest wait. None: 5 minutes
                 max_receive_count: int | None = None,  # None: the least that survives outage_tolerance
                 heartbeat: Duration | None = None,  # the lease of claims that are renewed. None: they aren't
                 batch_size: int | None = None,  # more than 10 needs batching_window. None: 10
                 batching_window: Duration | None = None,  # only for standard queues. None: not at all
                 maximum_concurrency: int | None = None,  # invocations of the queue at once, 2 to 1000. None: no limit
                 reserved_concurrency: int | None = None,  # of the function. None: it shares the account's
                 memory_mib: int | None = None,  # None: 1024
                 runtime: lambda_.Runtime | None = None,  # None: JAVA_25; also JAVA_21
                 architecture: lambda_.Architecture | None = None,  # None: ARM_64
                 environment: Mapping[str, str] | None = None,  # your handler's own variables
                 allow: Mapping[str, Sequence[str]] | None = None,  # your effects' rights: exact actions by the resource's ARN
                 mode: Literal["ENFORCE", "OBSERVE"] | None = None,  # OBSERVE only counts duplicates. None: ENFORCE
                 listing: Literal["FAILED_AND_HELD", "OPEN"] | None = None,  # what operators can list. None: FAILED_AND_HELD
                 encryption_key: kms.IKey | None = None,  # your key for queues, logs and variables. None: the services' own
                 log_retention: logs.RetentionDays | None = None,  # None: one month
                 page_actions: Sequence[cloudwatch.IAlarmAction] | None = None,  # of alarms that can't wait until the morning
                 ticket_actions: Sequence[cloudwatch.IAlarmAction] | None = None,  # of the other alarms
                 oldest_message_alarm: Duration | None = None,  # the age at which two alarms ring. None: derived
                 runbook: str | None = None,  # its address, for the alarms' texts. None: docs/operations.md
                 discard: bool = False,  # whether queues and logs are deleted with their stack
                 ) -> None:
        # As a list, since a debugger adds the loop's own variables to what locals() returns.
        given = {name: value for name, value in list(locals().items()) if name not in ("self", "scope", "id", "__class__")}
        super().__init__(scope, id)
        self._consumer_name, self._table_arn, key = consumer_name, idempotency_table.table_arn, encryption_key
        terms = derived(given)
        problems = broken(DATA["rules"]["consumer"], {**vars(terms), "other_consumer": self._other_of_this_name()})
        for name in environment or {}:
            problems += broken(DATA["rules"]["environment"], {"name": name})
        for resource, actions in (allow or {}).items():
            problems += broken(DATA["rules"]["allow"], {"resource": resource, "actions": ", ".join(actions)})
        if problems:
            raise ValueError(f"'{self.node.path}' cannot be built:\n- " + "\n- ".join(problems))

        # The queues name each other, which CloudFormation refuses as a cycle of references: fixed names break it.
        stack = Stack.of(self)
        suffix = ".fifo" if fifo else ""
        name = queue_name or Names.unique_resource_name(self, max_length=60, separator="-", allowed_special_characters="-")
        removal_policy = RemovalPolicy.DESTROY if discard else RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
        per_group = fifo_throughput == "PER_MESSAGE_GROUP"
        common = {
            "enforce_ssl": True,
            "encryption": sqs.QueueEncryption.KMS if key else sqs.QueueEncryption.SQS_MANAGED,
            "encryption_master_key": key,
            "fifo": fifo or None,
            "deduplication_scope": sqs.DeduplicationScope.MESSAGE_GROUP if per_group else None,
            "fifo_throughput_limit": sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID if per_group else None,
            "removal_policy": removal_policy,
        }
        admitted = sqs.Queue.from_queue_arn(self, "AdmittedQueue", stack.format_arn(service="sqs", resource=name + suffix))
        self.dead_letter_queue = sqs.Queue(
            self, "DeadLetterQueue", **common,
            queue_name=name + "-DeadLetters" + suffix,
            retention_period=terms.dead_letter_retention,
            redrive_allow_policy=sqs.RedriveAllowPolicy(redrive_permission=sqs.RedrivePermission.BY_QUEUE, source_queues=[admitted]),
        )
        self.queue = sqs.Queue(
            self, "Queue", **common,
            queue_name=name + suffix,
            retention_period=terms.source_retention,
            visibility_timeout=terms.visibility_timeout,
            dead_letter_queue=sqs.DeadLetterQueue(queue=self.dead_letter_queue, max_receive_count=terms.max_receive_count),
        )
        for queue in (self.queue, self.dead_letter_queue):
            queue.node.find_child("Policy").node.default_child.apply_removal_policy(removal_policy)

        if key:
            groups = stack.format_arn(service="logs", resource="*", arn_format=ArnFormat.NO_RESOURCE_NAME)
            added = key.add_to_resource_policy(iam.PolicyStatement(
                principals=[iam.ServicePrincipal(f"logs.{stack.region}.amazonaws.com")],
                actions=DATA["rights"]["keyForLogs"],
                resources=["*"],
                conditions={"ArnLike": {"kms:EncryptionContext:aws:logs:arn": groups}},
            ))
            if not added.statement_added:
                Annotations.of(key).add_warning_v2("effectively-once:key-for-logs", (
                    f"This app can't change the policy of the key {key.node.path}. A deployment fails until it lets the service logs"
                    ' use the key. "With your own key" in docs/networks-and-keys.md has the statement.'))
        log_group = logs.LogGroup(
            self, "Logs", retention=log_retention or logs.RetentionDays.ONE_MONTH, removal_policy=removal_policy, encryption_key=key)
        table_key = idempotency_table.encryption_key
        resources = {
            "table": idempotency_table.table_arn, "queue": self.queue.queue_arn, "deadLetters": self.dead_letter_queue.queue_arn,
            "keyOfQueue": key and key.key_arn, "keyOfDeadLetters": key and key.key_arn, "keyOfTable": table_key and table_key.key_arn,
        }
        allowed = [(arn, DATA["rights"][name]) for name, arn in resources.items() if arn]
        allowed += [*(allow or {}).items(), (log_group.log_group_arn, DATA["rights"]["logs"])]
        # Inline, since Lambda checks the rights when it makes the mapping.
        rights = iam.PolicyDocument(statements=[iam.PolicyStatement(actions=[*actions], resources=[arn]) for arn, actions in allowed])
        self.function = lambda_.Function(
            self, "Function",
            code=code,
            handler=handler,
            timeout=terms.timeout,
            memory_size=terms.memory_mib,
            runtime=runtime or lambda_.Runtime.JAVA_25,
            architecture=architecture or lambda_.Architecture.ARM_64,
            role=iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"), inline_policies={"Rights": rights}),
            log_group=log_group,
            environment_encryption=key,
            reserved_concurrent_executions=reserved_concurrency,
            snap_start=lambda_.SnapStartConf.ON_PUBLISHED_VERSIONS,
            current_version_options=lambda_.VersionOptions(removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE),
            environment={
                **(environment or {}),
                "EFFECTIVELY_ONCE_TABLE": idempotency_table.table_name,
                "EFFECTIVELY_ONCE_CONSUMER": consumer_name,
                "EFFECTIVELY_ONCE_RETENTION": iso(terms.record_retention),
                "EFFECTIVELY_ONCE_LISTING": terms.listing,
                "EFFECTIVELY_ONCE_MODE": terms.mode,
                "EFFECTIVELY_ONCE_BACKOFF_FIRST": iso(terms.backoff_first),
                "EFFECTIVELY_ONCE_BACKOFF_LONGEST": iso(terms.backoff_longest),
                "EFFECTIVELY_ONCE_OUTAGE_TOLERANCE": iso(terms.outage_tolerance),
                "EFFECTIVELY_ONCE_DEAD_LETTER_QUEUE_URL": self.dead_letter_queue.queue_url,
                "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT": str(terms.max_receive_count),
                **({"EFFECTIVELY_ONCE_HEARTBEAT": iso(heartbeat)} if heartbeat else {}),
            },
        )
        Annotations.of(self.function).acknowledge_warning(
            "@aws-cdk/aws-lambda:snapStartRequirePublish", "The alias below publishes each version.")
        self.alias = lambda_.Alias(self, "Live", alias_name="live", version=self.function.current_version)
        self.event_source = lambda_.CfnEventSourceMapping(
            self, "EventSource",
            event_source_arn=self.queue.queue_arn,
            function_name=self.alias.function_arn,
            batch_size=terms.batch_size,
            function_response_types=["ReportBatchItemFailures"],
            maximum_batching_window_in_seconds=None if fifo else terms.batching_window.to_seconds(),
            scaling_config=maximum_concurrency and lambda_.CfnEventSourceMapping.ScalingConfigProperty(
                maximum_concurrency=maximum_concurrency),
        )
        self.alarms = {it["id"]: self._alarm(it, vars(terms)) for it in DATA["alarms"]}

    def _alarm(self, it: Mapping, terms: Mapping) -> cloudwatch.Alarm:
        namespace, dimensions = {
            "queue": ("AWS/SQS", {"QueueName": self.queue.queue_name}),
            "deadLetters": ("AWS/SQS", {"QueueName": self.dead_letter_queue.queue_name}),
            "function": ("AWS/Lambda", {"FunctionName": self.function.function_name}),
            "library": ("EffectivelyOnce", {"function": self.function.function_name}),
        }[it["of"]]
        # A threshold or a number of periods may be the name of a derived setting.
        number = {"oldestSeconds": terms["oldest_seconds"], "oldestMillis": terms["oldest_millis"],
                  "givenBackMinutes": terms["given_back_minutes"]}
        alarm = cloudwatch.Alarm(
            self, it["id"],
            alarm_description=f"{self.node.path}: {filled(it['text'], terms)}. See {terms['runbook']}#{it['section']}",
            metric=cloudwatch.Metric(namespace=namespace, metric_name=it["metric"], dimensions_map=dimensions,
                                     statistic=it["statistic"], period=Duration.minutes(1)),
            threshold=number.get(it["threshold"], it["threshold"]),
            datapoints_to_alarm=it["reached"],
            evaluation_periods=number.get(it["looked"], it["looked"]),
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        actions = terms["page_actions" if it["action"] == "page" else "ticket_actions"] or ()
        alarm.add_alarm_action(*actions)
        alarm.add_ok_action(*actions)
        return alarm

    def _other_of_this_name(self) -> str | None:
        return next((it.node.path for it in self.node.root.node.find_all() if isinstance(it, IdempotentConsumer) and it is not self
                     and (it._consumer_name, it._table_arn) == (self._consumer_name, self._table_arn)), None)
