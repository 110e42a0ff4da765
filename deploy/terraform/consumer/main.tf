# What follows from the variables, by the rules of the CDK construct IdempotentConsumer.
locals {
  suffix     = var.fifo ? ".fifo" : ""
  visibility = coalesce(var.visibility_seconds, 6 * var.timeout_seconds + var.batching_window_seconds)
  retention  = coalesce(var.record_retention_days, var.source_retention_days + var.dead_letter_retention_days + 1)

  # The shortest waits of the backoff, half of each whole one. After a crash a message waits only for its visibility.
  longest  = min(var.backoff_longest_seconds, 2 * local.visibility)
  doubling = [for n in range(20) : min(var.backoff_first_seconds * pow(2, n), local.longest) / 2]
  survived = [for n in range(21) : sum(concat([0], slice(local.doubling, 0, n)))]
  enough   = [for n in range(21) : n + 1 if local.survived[n] >= var.outage_tolerance_seconds]
  needed = (length(local.enough) > 0
    ? local.enough[0]
    : 21 + ceil((var.outage_tolerance_seconds - local.survived[20]) / (local.longest / 2))
  )
  receives = coalesce(var.max_receive_count, min(max(local.needed, 3), 1000))

  oldest = coalesce(var.oldest_message_alarm_seconds, max(min(floor(var.outage_tolerance_seconds / 2), 900), 2 * local.visibility))
  gap    = max(var.backoff_longest_seconds, local.visibility) + var.timeout_seconds

  text = { for name, seconds in { oldest = local.oldest, outage = var.outage_tolerance_seconds } :
  name => seconds % 86400 == 0 ? "${seconds / 86400} days" : "${seconds} s" }
}

# The queues. Both refuse plain text, and the dead-letter queue takes messages from this queue alone.

resource "aws_sqs_queue" "dead_letters" {
  name                      = "${var.name}-DeadLetters${local.suffix}"
  message_retention_seconds = 86400 * var.dead_letter_retention_days
  fifo_queue                = var.fifo
  deduplication_scope       = var.fifo_throughput_per_group ? "messageGroup" : null
  fifo_throughput_limit     = var.fifo_throughput_per_group ? "perMessageGroupId" : null
  sqs_managed_sse_enabled   = var.kms_key_arn == null ? true : null
  kms_master_key_id         = var.kms_key_arn
  tags                      = var.tags
}

resource "aws_sqs_queue" "source" {
  name                       = "${var.name}${local.suffix}"
  message_retention_seconds  = 86400 * var.source_retention_days
  visibility_timeout_seconds = local.visibility
  fifo_queue                 = var.fifo
  deduplication_scope        = var.fifo_throughput_per_group ? "messageGroup" : null
  fifo_throughput_limit      = var.fifo_throughput_per_group ? "perMessageGroupId" : null
  sqs_managed_sse_enabled    = var.kms_key_arn == null ? true : null
  kms_master_key_id          = var.kms_key_arn
  tags                       = var.tags

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead_letters.arn
    maxReceiveCount     = local.receives
  })

  lifecycle {
    precondition {
      condition     = local.receives >= local.needed
      error_message = "A message would be dead-lettered after ${local.receives} receives, before an outage of outage_tolerance_seconds ends. ${local.needed > 1000 ? "SQS takes at most 1000: raise visibility_seconds, lengthen the backoff" : "Set max_receive_count to ${local.needed} or more, or leave it out, lengthen the backoff"}, or lower outage_tolerance_seconds."
    }
  }
}

resource "aws_sqs_queue_redrive_allow_policy" "dead_letters" {
  queue_url = aws_sqs_queue.dead_letters.id
  redrive_allow_policy = jsonencode({
    redrivePermission = "byQueue"
    sourceQueueArns   = [aws_sqs_queue.source.arn]
  })
}

resource "aws_sqs_queue_policy" "encrypted_only" {
  for_each = {
    source       = aws_sqs_queue.source
    dead_letters = aws_sqs_queue.dead_letters
  }

  queue_url = each.value.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Deny"
      Principal = { AWS = "*" }
      Action    = "sqs:*"
      Resource  = each.value.arn
      Condition = { Bool = { "aws:SecureTransport" = "false" } }
    }]
  })
}

# The function, with exactly the rights that it needs.

resource "aws_cloudwatch_log_group" "function" {
  name              = "/aws/lambda/${var.name}"
  retention_in_days = var.log_retention_days
  skip_destroy      = var.keep_logs
  kms_key_id        = var.kms_key_arn
  tags              = var.tags
}

resource "aws_iam_role" "function" {
  name_prefix = "${substr(var.name, 0, 37)}-"
  tags        = var.tags
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "lambda.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

locals {
  key_rights = concat(
    var.kms_key_arn == null ? [] : [
      { resource = var.kms_key_arn, actions = ["kms:Decrypt", "kms:GenerateDataKey"] }
    ],
    var.table_kms_key_arn == null ? [] : [{
      resource = var.table_kms_key_arn
      actions  = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"]
    }]
  )
  rights = concat(
    [
      {
        resource = var.table_arn
        actions  = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PartiQLInsert", "dynamodb:PartiQLUpdate", "dynamodb:PutItem", "dynamodb:UpdateItem"]
      },
      {
        resource = aws_sqs_queue.source.arn
        actions  = ["sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:ReceiveMessage"]
      },
      { resource = aws_sqs_queue.dead_letters.arn, actions = ["sqs:SendMessage"] },
      { resource = "${aws_cloudwatch_log_group.function.arn}:*", actions = ["logs:CreateLogStream", "logs:PutLogEvents"] },
    ],
    local.key_rights,
    var.allow
  )
}

resource "aws_iam_role_policy" "function" {
  name = "Rights"
  role = aws_iam_role.function.id
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [for it in local.rights : { Effect = "Allow", Action = it.actions, Resource = it.resource }]
  })
}

resource "aws_lambda_function" "function" {
  function_name                  = var.name
  role                           = aws_iam_role.function.arn
  runtime                        = var.runtime
  architectures                  = [var.architecture]
  handler                        = var.handler
  filename                       = var.filename
  source_code_hash               = var.filename == null ? null : filebase64sha256(var.filename)
  s3_bucket                      = var.s3_bucket
  s3_key                         = var.s3_key
  timeout                        = var.timeout_seconds
  memory_size                    = var.memory_mib
  reserved_concurrent_executions = coalesce(var.reserved_concurrency, -1)
  kms_key_arn                    = var.kms_key_arn
  publish                        = true
  tags                           = var.tags

  # Published versions start from a snapshot: the queue calls them by the alias below.
  snap_start {
    apply_on = "PublishedVersions"
  }

  logging_config {
    log_format = "Text"
    log_group  = aws_cloudwatch_log_group.function.name
  }

  environment {
    variables = merge(
      var.environment,
      {
        EFFECTIVELY_ONCE_TABLE                 = var.table_name
        EFFECTIVELY_ONCE_CONSUMER              = var.consumer_name
        EFFECTIVELY_ONCE_RETENTION             = "P${local.retention}D"
        EFFECTIVELY_ONCE_LISTING               = var.listing
        EFFECTIVELY_ONCE_MODE                  = var.mode
        EFFECTIVELY_ONCE_BACKOFF_FIRST         = "PT${var.backoff_first_seconds}S"
        EFFECTIVELY_ONCE_BACKOFF_LONGEST       = "PT${var.backoff_longest_seconds}S"
        EFFECTIVELY_ONCE_OUTAGE_TOLERANCE      = "PT${var.outage_tolerance_seconds}S"
        EFFECTIVELY_ONCE_DEAD_LETTER_QUEUE_URL = aws_sqs_queue.dead_letters.id
        EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT     = tostring(local.receives)
      },
      var.heartbeat_seconds == null ? {} : { EFFECTIVELY_ONCE_HEARTBEAT = "PT${var.heartbeat_seconds}S" }
    )
  }

  # To publish, Lambda starts the function, which then reads the table.
  depends_on = [aws_iam_role_policy.function]
}

resource "aws_lambda_alias" "live" {
  name             = "live"
  function_name    = aws_lambda_function.function.function_name
  function_version = aws_lambda_function.function.version
}

resource "aws_lambda_event_source_mapping" "source" {
  event_source_arn                   = aws_sqs_queue.source.arn
  function_name                      = aws_lambda_alias.live.arn
  batch_size                         = var.batch_size
  maximum_batching_window_in_seconds = var.fifo ? null : var.batching_window_seconds
  function_response_types            = ["ReportBatchItemFailures"]
  tags                               = var.tags

  dynamic "scaling_config" {
    for_each = var.maximum_concurrency == null ? [] : [var.maximum_concurrency]
    content {
      maximum_concurrency = scaling_config.value
    }
  }
}

# The alarms. Each has a section in the runbook.

locals {
  once    = { reached = 1, looked = 1 }
  lasting = { reached = 3, looked = 5 }
  own     = { namespace = "EffectivelyOnce", statistic = "Sum", threshold = 1, dimensions = { function = aws_lambda_function.function.function_name } }
  lambda  = { namespace = "AWS/Lambda", statistic = "Sum", threshold = 1, dimensions = { FunctionName = aws_lambda_function.function.function_name } }
  sqs     = { namespace = "AWS/SQS", statistic = "Maximum", threshold = 1 }

  alarms = {
    DeadLetterAlarm = merge(local.sqs, local.once, {
      metric     = "ApproximateNumberOfMessagesVisible"
      dimensions = { QueueName = aws_sqs_queue.dead_letters.name }
      pages      = false
      section    = "dead-letters"
      text       = "messages wait in the dead-letter queue"
    })
    OldestMessageAlarm = merge(local.sqs, local.once, {
      metric     = "ApproximateAgeOfOldestMessage"
      dimensions = { QueueName = aws_sqs_queue.source.name }
      threshold  = local.oldest
      pages      = true
      section    = "oldest-message"
      text       = "a message has waited ${local.text.oldest}: the consumer is slow, or does not run"
    })
    GivenBackAlarm = merge(local.own, {
      metric    = "givenBack.oldest"
      statistic = "Maximum"
      threshold = 1000 * local.oldest
      reached   = 1
      looked    = min(floor(local.gap / 60) + 2, 1440)
      pages     = true
      section   = "given-back"
      text      = "a message fails again ${local.text.oldest} after it was sent, and is dead-lettered when it has failed for more than ${local.text.outage}"
    })
    HeldAlarm = merge(local.own, local.once, {
      metric  = "held"
      pages   = false
      section = "held"
      text    = "the outcome of a message is unknown and an operator has to decide"
    })
    SupersededAlarm = merge(local.own, local.once, {
      metric  = "superseded"
      pages   = false
      section = "superseded"
      text    = "an attempt ended after its claim was taken over"
    })
    UnrecordedAlarm = merge(local.own, local.once, {
      metric  = "unrecorded"
      pages   = false
      section = "unrecorded"
      text    = "a handler ended and its end was not recorded"
    })
    StoreFailedAlarm = merge(local.own, local.lasting, {
      metric  = "storeFailed"
      pages   = true
      section = "store-failed"
      text    = "the table of records is not usable, and messages survive ${local.text.outage} of it"
    })
    KeyReusedAlarm = merge(local.own, local.once, {
      metric  = "keyReused"
      pages   = false
      section = "key-reused"
      text    = "two messages of one key contradict each other"
    })
    ForeignAlarm = merge(local.own, local.once, {
      metric  = "dedup.foreign"
      pages   = true
      section = "two-consumers-of-one-name"
      text    = "a message was skipped for what a function of another name did"
    })
    ErrorsAlarm = merge(local.lambda, local.lasting, {
      metric  = "Errors"
      pages   = true
      section = "errors"
      text    = "invocations of the function fail"
    })
    ThrottlesAlarm = merge(local.lambda, local.lasting, {
      metric  = "Throttles"
      pages   = true
      section = "throttles"
      text    = "Lambda refuses invocations of the function"
    })
  }
}

resource "aws_cloudwatch_metric_alarm" "alarm" {
  for_each = local.alarms

  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = "${var.name}: ${each.value.text}. See ${var.runbook}#${each.value.section}"
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  dimensions          = each.value.dimensions
  statistic           = each.value.statistic
  period              = 60
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = each.value.threshold
  datapoints_to_alarm = each.value.reached
  evaluation_periods  = each.value.looked
  treat_missing_data  = "notBreaching"
  alarm_actions       = each.value.pages ? var.page_actions : var.ticket_actions
  ok_actions          = each.value.pages ? var.page_actions : var.ticket_actions
  tags                = var.tags
}
