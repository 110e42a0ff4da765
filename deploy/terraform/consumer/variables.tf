# What you must set.

variable "name" {
  description = "Begins the names of everything here: the queue is name, its dead-letter queue name-DeadLetters, an alarm name-HeldAlarm."
  type        = string

  validation {
    condition     = can(regex("^[A-Za-z0-9_-]{1,60}$", var.name))
    error_message = "name must have 1 to 60 characters of A-Z a-z 0-9 _ -: \"-DeadLetters\" and \".fifo\" are added, and SQS takes 80."
  }
}

variable "consumer_name" {
  description = "The consumer's name, as in MessageIdentity.of of your code. Two consumers of one table must not share it."
  type        = string

  validation {
    condition     = can(regex("^[A-Za-z0-9._-]{1,64}$", var.consumer_name))
    error_message = "consumer_name must have 1 to 64 characters of A-Z a-z 0-9 . _ -: the library takes no others."
  }
}

variable "table_name" {
  description = "The name of the table of records: module.records.name."
  type        = string
}

variable "table_arn" {
  description = "The ARN of the table of records: module.records.arn."
  type        = string
}

variable "handler" {
  description = "The function's handler, such as com.example.OrdersHandler::handleRequest."
  type        = string

  validation {
    condition     = can(regex("^[A-Za-z_][A-Za-z0-9_.$]*::[A-Za-z_][A-Za-z0-9_]*$", var.handler))
    error_message = "handler must be package.Class::method, such as com.example.OrdersHandler::handleRequest."
  }
}

# The package: a file, or an object in a bucket.

variable "filename" {
  description = "The path of the function's package: a zip with jars in lib/, or one jar. Leave it out if you set s3_bucket."
  type        = string
  default     = null
}

variable "s3_bucket" {
  description = "The bucket with the package. Set s3_key too."
  type        = string
  default     = null

  validation {
    condition     = (var.s3_bucket == null) != (var.filename == null) && (var.s3_bucket == null) == (var.s3_key == null)
    error_message = "the package is not clear. Set either filename, or s3_bucket and s3_key."
  }
}

variable "s3_key" {
  description = "The package's key in the bucket. Use a new key for each version: Terraform doesn't see a change of the object."
  type        = string
  default     = null
}

# Time.

variable "timeout_seconds" {
  description = "How long one invocation may take. The queue's visibility timeout follows from it."
  type        = number
  default     = 30

  validation {
    condition     = var.timeout_seconds >= 1 && var.timeout_seconds <= 900 && floor(var.timeout_seconds) == var.timeout_seconds
    error_message = "timeout_seconds must be a whole number from 1 to 900: Lambda takes no other."
  }
}

variable "visibility_seconds" {
  description = "How long a received message is hidden. Null: 6 x timeout_seconds + batching_window_seconds, which is also the least."
  type        = number
  default     = null

  validation {
    condition     = var.visibility_seconds == null ? true : var.visibility_seconds >= 6 * var.timeout_seconds + var.batching_window_seconds && var.visibility_seconds <= 43200
    error_message = "visibility_seconds is under 6 x timeout_seconds + batching_window_seconds, or over 43200: a message could be delivered again while its batch still runs. Raise it, lower timeout_seconds, or leave it out."
  }
}

variable "outage_tolerance_seconds" {
  description = "How long an outage of the table, or of what your handler calls, messages survive before they are dead-lettered. max_receive_count follows from it."
  type        = number
  default     = 1800

  validation {
    condition     = var.outage_tolerance_seconds >= 1 && 2 * var.outage_tolerance_seconds <= 86400 * var.source_retention_days
    error_message = "outage_tolerance_seconds must be from 1 to half of source_retention_days: messages wait up to twice as long for their last receive, and the queue deletes them after its retention."
  }
}

variable "backoff_first_seconds" {
  description = "How long a message waits after its first failure. The wait doubles with each receive."
  type        = number
  default     = 2

  validation {
    condition     = var.backoff_first_seconds >= 1 && var.backoff_first_seconds <= var.backoff_longest_seconds
    error_message = "backoff_first_seconds must be from 1 to backoff_longest_seconds."
  }
}

variable "backoff_longest_seconds" {
  description = "The longest wait after a failure."
  type        = number
  default     = 300

  validation {
    condition     = var.backoff_longest_seconds <= 43200
    error_message = "backoff_longest_seconds must be 43200 or less: SQS hides no message for longer than 12 hours."
  }
}

variable "max_receive_count" {
  description = "After how many receives a message is dead-lettered. Null: the least that survives outage_tolerance_seconds, 20 by default."
  type        = number
  default     = null

  validation {
    condition     = var.max_receive_count == null ? true : var.max_receive_count >= 2 && var.max_receive_count <= 1000
    error_message = "max_receive_count must be from 2 to 1000. Leave it out to have it derived."
  }
}

variable "source_retention_days" {
  description = "How many days the queue keeps a message."
  type        = number
  default     = 4

  validation {
    condition     = var.source_retention_days >= 1 && var.source_retention_days <= 14 && floor(var.source_retention_days) == var.source_retention_days
    error_message = "source_retention_days must be a whole number from 1 to 14: SQS keeps no message longer."
  }
}

variable "dead_letter_retention_days" {
  description = "How many days the dead-letter queue keeps a message, counted from when it was sent to the queue (FIFO: from when it was dead-lettered)."
  type        = number
  default     = 14

  validation {
    condition     = var.dead_letter_retention_days >= var.source_retention_days && var.dead_letter_retention_days <= 14 && floor(var.dead_letter_retention_days) == var.dead_letter_retention_days
    error_message = "dead_letter_retention_days must be a whole number from source_retention_days to 14: a message keeps its age when it moves, and would be gone before anybody looks."
  }
}

variable "record_retention_days" {
  description = "How many days a record is kept after its last change. Null: both queues' days and one more."
  type        = number
  default     = null

  validation {
    condition     = var.record_retention_days == null ? true : var.record_retention_days >= var.source_retention_days + var.dead_letter_retention_days && floor(var.record_retention_days) == var.record_retention_days
    error_message = "record_retention_days is less than both queues keep a message: a late redelivery would find no record and run again. Raise it, shorten the queues' days, or leave it out."
  }
}

# The queue and how it is read.

variable "fifo" {
  description = "Whether both queues are FIFO queues. You can't change it later."
  type        = bool
  default     = false
}

variable "fifo_throughput_per_group" {
  description = "Whether SQS limits the throughput of each message group instead of the queue. Deduplication ids then count within their group."
  type        = bool
  default     = false

  validation {
    condition     = var.fifo || !var.fifo_throughput_per_group
    error_message = "fifo_throughput_per_group is set on a standard queue, which has no such limit. Leave it out, or set fifo = true."
  }
}

variable "batch_size" {
  description = "How many messages one invocation takes at most. More than 10 needs batching_window_seconds."
  type        = number
  default     = 10

  validation {
    condition     = var.batch_size >= 1 && var.batch_size <= (var.batching_window_seconds > 0 ? 10000 : 10)
    error_message = "batch_size must be from 1 to 10, or to 10000 with batching_window_seconds of 1 or more on a standard queue."
  }
}

variable "batching_window_seconds" {
  description = "How long Lambda gathers a batch. Only for standard queues."
  type        = number
  default     = 0

  validation {
    condition     = var.batching_window_seconds >= 0 && var.batching_window_seconds <= (var.fifo ? 0 : 300)
    error_message = "batching_window_seconds must be from 0 to 300, and 0 on a FIFO queue: Lambda gathers no batches there."
  }
}

variable "maximum_concurrency" {
  description = "How many invocations the queue may have at once, 2 to 1000. Null: no limit."
  type        = number
  default     = null

  validation {
    condition     = var.maximum_concurrency == null ? true : var.maximum_concurrency >= 2 && var.maximum_concurrency <= 1000
    error_message = "maximum_concurrency must be from 2 to 1000: an event source mapping takes no other. Leave it out for no limit."
  }
}

# The function.

variable "runtime" {
  description = "java25 or java21. A version of the provider that doesn't know java25 yet, such as 5.100, refuses it: set java21 there, and compile for it."
  type        = string
  default     = "java25"

  validation {
    condition     = contains(["java21", "java25"], var.runtime)
    error_message = "runtime must be java21 or java25: the library runs on no earlier one."
  }
}

variable "architecture" {
  description = "arm64 or x86_64."
  type        = string
  default     = "arm64"

  validation {
    condition     = contains(["arm64", "x86_64"], var.architecture)
    error_message = "architecture must be arm64 or x86_64."
  }
}

variable "memory_mib" {
  description = "The function's memory, and with it its share of a CPU."
  type        = number
  default     = 1024
}

variable "reserved_concurrency" {
  description = "The function gets exactly this concurrency. Null: it shares the account's."
  type        = number
  default     = null

  validation {
    condition     = var.reserved_concurrency == null ? true : var.reserved_concurrency >= coalesce(var.maximum_concurrency, 1)
    error_message = "reserved_concurrency must be 1 or more, and not less than maximum_concurrency: what is above it is throttled, which costs receives."
  }
}

variable "environment" {
  description = "Your handler's own environment variables, such as { ORDERS_TABLE = \"orders\" }."
  type        = map(string)
  default     = {}

  validation {
    condition     = alltrue([for name in keys(var.environment) : !startswith(name, "EFFECTIVELY_ONCE_")])
    error_message = "environment has a name that begins with EFFECTIVELY_ONCE_: the module sets these. Leave it out."
  }
}

variable "allow" {
  description = "The rights that your handler's own effects need: exact actions on one resource each."
  type = list(object({
    resource = string
    actions  = list(string)
  }))
  default = []

  validation {
    condition     = alltrue([for it in var.allow : it.resource != "*" && length(it.actions) > 0 && alltrue([for action in it.actions : !can(regex("[*?]", action))])])
    error_message = "allow has a wildcard. Name each action in full, and the ARN of one resource."
  }
}

variable "log_retention_days" {
  description = "How many days the function's logs are kept."
  type        = number
  default     = 30
}

variable "keep_logs" {
  description = "Whether the logs stay when you destroy the module."
  type        = bool
  default     = true
}

# The consumer.

variable "mode" {
  description = "ENFORCE, or OBSERVE to run every delivery and only count what would be skipped."
  type        = string
  default     = "ENFORCE"

  validation {
    condition     = contains(["ENFORCE", "OBSERVE"], var.mode)
    error_message = "mode must be ENFORCE or OBSERVE."
  }
}

variable "listing" {
  description = "Which records operators can list without their keys: FAILED_AND_HELD, or OPEN, which costs two more writes for each message."
  type        = string
  default     = "FAILED_AND_HELD"

  validation {
    condition     = contains(["FAILED_AND_HELD", "OPEN"], var.listing)
    error_message = "listing must be FAILED_AND_HELD or OPEN."
  }
}

variable "heartbeat_seconds" {
  description = "The lease of claims that a heartbeat renews. Null: no heartbeat, so one lease covers the timeout."
  type        = number
  default     = null

  validation {
    condition     = var.heartbeat_seconds == null ? true : var.heartbeat_seconds >= 1 && var.heartbeat_seconds <= 900
    error_message = "heartbeat_seconds must be from 1 to 900. Leave it out for no heartbeat."
  }
}

# Encryption.

variable "kms_key_arn" {
  description = "The ARN of your key that encrypts both queues, the logs and the function's variables. Its policy must let CloudWatch Logs use it. Null: AWS's own keys."
  type        = string
  default     = null
}

variable "table_kms_key_arn" {
  description = "The ARN of the key that encrypts the table of records, if it has one of yours."
  type        = string
  default     = null
}

# Alarms.

variable "page_actions" {
  description = "ARNs, such as that of an SNS topic, for alarms that can't wait until the morning. They act when an alarm begins and when it ends."
  type        = list(string)
  default     = []
}

variable "ticket_actions" {
  description = "The same for alarms that can wait."
  type        = list(string)
  default     = []
}

variable "oldest_message_alarm_seconds" {
  description = "The age of a message at which OldestMessageAlarm and GivenBackAlarm ring. Null: half of outage_tolerance_seconds, at most 15 minutes, and at least two visibility timeouts."
  type        = number
  default     = null
}

variable "runbook" {
  description = "The address of your runbook, for the alarms' texts."
  type        = string
  default     = "docs/operations.md"
}

variable "tags" {
  description = "Tags of everything here that takes tags."
  type        = map(string)
  default     = {}
}
