"""The same consumers as DeployTemplatesTest of library/cdk has, and the same refusals; the sample too, by its import.
Arguments: the folder to write to, and the package."""

import inspect
import sys
from pathlib import Path

from aws_cdk import App, CfnParameter, Duration, Stack
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_sns as sns

import sample  # noqa: F401, since it synthesizes itself
from shop.idempotent_consumer import IdempotencyTable, IdempotentConsumer

directory, package = sys.argv[1:]
days, hours, minutes, seconds, millis = Duration.days, Duration.hours, Duration.minutes, Duration.seconds, Duration.millis
app = App(outdir=f"{directory}/cdk.out", analytics_reporting=False, tree_metadata=False)
stack = Stack(app, "Shop")
code = lambda_.Code.from_asset(package)
records = IdempotencyTable(stack, "Records").table


def consumer(id, **settings):
    return IdempotentConsumer(stack, id, **{
        "consumer_name": id, "code": code, "handler": "shop.Handler::handleRequest", "idempotency_table": records, **settings})


# None is the default of each setting that has one.
consumer("Standard", consumer_name="orders", **{
    name: None for name, it in inspect.signature(IdempotentConsumer.__init__).parameters.items() if it.default is not it.empty})
consumer("Fifo", consumer_name="orders-fifo", fifo=True)
for timeout, retention in ((10, 1), (15, 2), (60, 7), (120, 10), (300, 12), (900, 14)):
    consumer(f"Seconds{timeout}", timeout=seconds(timeout), source_retention=days(retention))
key = kms.Key.from_key_arn(stack, "Key", "arn:aws:kms:us-east-1:111122223333:key/shop")
encrypted = IdempotencyTable(stack, "Encrypted", encryption_key=key).table


def action(topic):
    return actions.SnsAction(sns.Topic.from_topic_arn(
        stack, f"{topic}{len(stack.node.children)}", "arn:aws:sns:us-east-1:111122223333:" + topic))


def encrypting():
    return {
        "idempotency_table": encrypted,
        "fifo": True,
        "fifo_throughput": "PER_MESSAGE_GROUP",
        "memory_mib": 512,
        "architecture": lambda_.Architecture.X86_64,
        "batch_size": 5,
        "maximum_concurrency": 7,
        "mode": "OBSERVE",
        "listing": "OPEN",
        "log_retention": logs.RetentionDays.ONE_WEEK,
        "runbook": "https://wiki.example.com/runbook",
        "environment": {"GREETING": "hello"},
        "allow": {"arn:aws:s3:::invoices/new": ["s3:PutObject"]},
        "page_actions": [action("Pages")],
        "ticket_actions": [action("Tickets")],
        "encryption_key": key,
    }


consumer("Encrypting", **encrypting())
consumer(
    "Tuned", **encrypting(),
    timeout=seconds(20),
    visibility_timeout=seconds(200),
    source_retention=days(1),
    dead_letter_retention=days(2),
    record_retention=days(30),
    outage_tolerance=minutes(5),
    backoff_first=seconds(4),
    backoff_longest=seconds(20),
    oldest_message_alarm=minutes(10),
    heartbeat=minutes(1),
    reserved_concurrency=9,
)
consumer("Gathering", batch_size=100, batching_window=seconds(20), timeout=seconds(5))
discarded = IdempotencyTable(stack, "Discarded", discard=True).table
consumer("Discarding", idempotency_table=discarded, discard=True, queue_name="discarding", max_receive_count=25,
         runtime=lambda_.Runtime.JAVA_21)
consumer("Owning", encryption_key=kms.Key(stack, "OwnKey"), heartbeat=millis(90_100), outage_tolerance=millis(1_500_003))

# Numbers that only the deployment knows, which Java's construct doesn't take.
later = Stack(app, "Later")
number = CfnParameter(later, "Number", type="Number").value_as_number
IdempotentConsumer(
    later, "Numbers",
    consumer_name="numbers", code=lambda_.Code.from_asset(package), handler="shop.Handler::handleRequest",
    idempotency_table=IdempotencyTable(later, "Records").table,
    max_receive_count=number, batch_size=number, maximum_concurrency=number, reserved_concurrency=number, memory_mib=number,
)

REFUSALS = {
    "name": {"consumer_name": "the orders"},
    "sameName": {"consumer_name": "orders"},
    "timeout": {"timeout": millis(1500)},
    "longTimeout": {"timeout": seconds(901)},
    "heartbeat": {"heartbeat": minutes(16)},
    "throughput": {"fifo": None, "fifo_throughput": "PER_QUEUE"},
    "queueName": {"queue_name": "orders.fifo"},
    "reserved": {"reserved_concurrency": 2, "maximum_concurrency": 3},
    "noConcurrency": {"reserved_concurrency": 0},
    "oneReceive": {"max_receive_count": 1},
    "noReceive": {"max_receive_count": 0},
    "manyReceives": {"max_receive_count": 1001},
    "fewReceives": {"max_receive_count": 5},
    "noReceivesEnough": {"visibility_timeout": seconds(6), "timeout": seconds(1), "outage_tolerance": hours(30)},
    "visibility": {"visibility_timeout": seconds(179)},
    "visibilityOfWindow": {"visibility_timeout": seconds(199), "batching_window": seconds(20)},
    "longVisibility": {"visibility_timeout": seconds(43201)},
    "sourceRetention": {"source_retention": seconds(59), "dead_letter_retention": days(1), "outage_tolerance": seconds(20)},
    "oddRetention": {"source_retention": millis(345_600_001)},
    "deadLetterRetention": {"dead_letter_retention": days(15)},
    "shortDeadLetters": {"dead_letter_retention": days(3)},
    "recordRetention": {"record_retention": days(17)},
    "backoff": {"backoff_first": millis(999)},
    "backoffOrder": {"backoff_first": minutes(6)},
    "outage": {"outage_tolerance": hours(49)},
    "batch": {"batch_size": 0},
    "batchTooLarge": {"batch_size": 10001},
    "batchWithoutWindow": {"batch_size": 11},
    "batchOfFifo": {"batch_size": 11, "fifo": True},
    "windowOfFifo": {"batching_window": seconds(1), "fifo": True},
    "window": {"batching_window": seconds(301)},
    "concurrency": {"maximum_concurrency": 1},
    "runtime": {"runtime": lambda_.Runtime.JAVA_17},
    "environment": {"environment": {"EFFECTIVELY_ONCE_MODE": "OBSERVE"}},
    "wildcard": {"allow": {"arn:aws:s3:::invoices/new": ["s3:*"]}},
    "questionMark": {"allow": {"arn:aws:s3:::invoices/new": ["s3:PutObjec?"]}},
    "noAction": {"allow": {"arn:aws:s3:::invoices/new": []}},
    "everything": {"allow": {"*": ["s3:PutObject"]}},
    "two": {"batch_size": 0, "maximum_concurrency": 1},
    "throughputOfNoName": {"fifo": True, "fifo_throughput": "PER_GROUP"},
}


def refused(id, settings):
    scope = f"Refused-{id}"
    try:
        consumer(scope, **{"consumer_name": scope, **settings})
        return [f"{id}: nothing"]
    except ValueError as it:
        stack.node.try_remove_child(scope)
        return [f"{id}: {text}" for text in str(it).split("\n- ")[1:]]


Path(directory, "refusals.txt").write_text("\n".join(text for id, it in REFUSALS.items() for text in refused(id, it)) + "\n")
app.synth()
