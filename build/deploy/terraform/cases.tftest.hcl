# Applies the cases to a provider that makes nothing. build/deploy/run compares the state with what the construct synthesizes.

mock_provider "aws" {
  mock_resource "aws_dynamodb_table" {
    defaults = { arn = "arn:aws:dynamodb:us-east-1:111122223333:table/Records" }
  }
  mock_resource "aws_cloudwatch_log_group" {
    defaults = { arn = "arn:aws:logs:us-east-1:111122223333:log-group:Logs" }
  }
  mock_resource "aws_iam_role" {
    defaults = { arn = "arn:aws:iam::111122223333:role/Role", id = "Role", name = "Role" }
  }
  mock_resource "aws_lambda_function" {
    defaults = { arn = "arn:aws:lambda:us-east-1:111122223333:function:Function", version = "7" }
  }
  mock_resource "aws_lambda_alias" {
    defaults = { arn = "arn:aws:lambda:us-east-1:111122223333:function:Function:live" }
  }
  override_resource {
    target = module.Standard.aws_sqs_queue.source
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:Queue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/Queue" }
  }
  override_resource {
    target = module.Standard.aws_sqs_queue.dead_letters
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:DeadLetterQueue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/DeadLetterQueue" }
  }
  override_resource {
    target = module.Fifo.aws_sqs_queue.source
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:Queue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/Queue" }
  }
  override_resource {
    target = module.Fifo.aws_sqs_queue.dead_letters
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:DeadLetterQueue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/DeadLetterQueue" }
  }
  override_resource {
    target = module.Gathering.aws_sqs_queue.source
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:Queue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/Queue" }
  }
  override_resource {
    target = module.Gathering.aws_sqs_queue.dead_letters
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:DeadLetterQueue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/DeadLetterQueue" }
  }
  override_resource {
    target = module.Seconds10.aws_sqs_queue.source
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:Queue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/Queue" }
  }
  override_resource {
    target = module.Seconds10.aws_sqs_queue.dead_letters
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:DeadLetterQueue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/DeadLetterQueue" }
  }
  override_resource {
    target = module.Seconds900.aws_sqs_queue.source
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:Queue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/Queue" }
  }
  override_resource {
    target = module.Seconds900.aws_sqs_queue.dead_letters
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:DeadLetterQueue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/DeadLetterQueue" }
  }
  override_resource {
    target = module.Tuned.aws_sqs_queue.source
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:Queue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/Queue" }
  }
  override_resource {
    target = module.Tuned.aws_sqs_queue.dead_letters
    values = { arn = "arn:aws:sqs:us-east-1:111122223333:DeadLetterQueue", id = "https://sqs.us-east-1.amazonaws.com/111122223333/DeadLetterQueue" }
  }
}

run "cases" {}

run "contradictions" {
  command = plan

  module {
    source = "../../../deploy/terraform/consumer"
  }

  variables {
    name                       = "with a space"
    consumer_name              = "orders#1"
    table_name                 = "Records"
    table_arn                  = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
    handler                    = "shop.Handler.handleRequest"
    runtime                    = "java17"
    filename                   = "functions.zip"
    s3_bucket                  = "packages"
    timeout_seconds            = 901
    backoff_first_seconds      = 400
    max_receive_count          = 1
    source_retention_days      = 10
    dead_letter_retention_days = 9
    outage_tolerance_seconds   = 500000
    fifo_throughput_per_group  = true
    batch_size                 = 11
    maximum_concurrency        = 10
    reserved_concurrency       = 9
    environment                = { EFFECTIVELY_ONCE_TABLE = "another" }
    allow                      = [{ resource = "*", actions = ["s3:PutObject"] }]
    mode                       = "ON"
    listing                    = "ALL"
    heartbeat_seconds          = 0
  }

  expect_failures = [
    var.name, var.consumer_name, var.handler, var.runtime, var.s3_bucket, var.timeout_seconds,
    var.backoff_first_seconds, var.max_receive_count, var.dead_letter_retention_days,
    var.outage_tolerance_seconds, var.fifo_throughput_per_group, var.batch_size, var.reserved_concurrency,
    var.environment, var.allow, var.mode, var.listing, var.heartbeat_seconds,
  ]
}

run "question_mark" {
  command = plan

  module {
    source = "../../../deploy/terraform/consumer"
  }

  variables {
    name          = "shop-orders"
    consumer_name = "orders"
    table_name    = "Records"
    table_arn     = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
    handler       = "shop.Handler::handleRequest"
    runtime       = "java21"
    s3_bucket     = "packages"
    s3_key        = "functions.zip"
    allow         = [{ resource = "arn:aws:s3:::invoices/new", actions = ["s3:PutObjec?"] }]
  }

  expect_failures = [var.allow]
}

run "too_few_receives" {
  command = plan

  module {
    source = "../../../deploy/terraform/consumer"
  }

  variables {
    name              = "shop-orders"
    consumer_name     = "orders"
    table_name        = "Records"
    table_arn         = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
    handler           = "shop.Handler::handleRequest"
    runtime           = "java21"
    s3_bucket         = "packages"
    s3_key            = "functions.zip"
    max_receive_count = 19
  }

  expect_failures = [aws_sqs_queue.source]
}

run "too_short" {
  command = plan

  module {
    source = "../../../deploy/terraform/consumer"
  }

  variables {
    name                  = "shop-orders"
    consumer_name         = "orders"
    table_name            = "Records"
    table_arn             = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
    handler               = "shop.Handler::handleRequest"
    runtime               = "java21"
    s3_bucket             = "packages"
    s3_key                = "functions.zip"
    visibility_seconds    = 60
    record_retention_days = 17
  }

  expect_failures = [var.visibility_seconds, var.record_retention_days]
}
