output "name" {
  description = "The table's name, for the consumers' table_name and for \"table\" in effectively-once.json."
  value       = aws_dynamodb_table.records.name
}

output "arn" {
  description = "The table's ARN, for the consumers' table_arn."
  value       = aws_dynamodb_table.records.arn
}
