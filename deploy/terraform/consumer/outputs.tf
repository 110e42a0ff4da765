output "queue_url" {
  description = "The queue's URL, for senders and for \"queue\" in effectively-once.json."
  value       = aws_sqs_queue.source.id
}

output "queue_arn" {
  description = "The queue's ARN, for the policies of senders."
  value       = aws_sqs_queue.source.arn
}

output "dead_letter_queue_url" {
  description = "The dead-letter queue's URL."
  value       = aws_sqs_queue.dead_letters.id
}

output "dead_letter_queue_arn" {
  description = "The dead-letter queue's ARN, for the policies of operators."
  value       = aws_sqs_queue.dead_letters.arn
}

output "function_name" {
  description = "The function's name."
  value       = aws_lambda_function.function.function_name
}

output "alias_arn" {
  description = "The ARN of the alias live, which the queue calls."
  value       = aws_lambda_alias.live.arn
}

output "role_name" {
  description = "The name of the function's role, for policies of your own."
  value       = aws_iam_role.function.name
}

output "alarm_arns" {
  description = "The ARNs of the alarms, by their names."
  value       = { for name, alarm in aws_cloudwatch_metric_alarm.alarm : name => alarm.arn }
}

output "operator" {
  description = "This consumer's entry in effectively-once.json, without its key: add the JSON pointer to your business key."
  value = {
    name      = var.consumer_name
    queue     = aws_sqs_queue.source.id
    table     = var.table_name
    retention = "P${local.retention}D"
    variables = sort(keys(var.environment))
  }
}
