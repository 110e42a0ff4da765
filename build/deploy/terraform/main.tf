# The settings of DeployTemplatesTest, case by case. The provider's version in the build doesn't know java25.

terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

module "Records" {
  source = "../../../deploy/terraform/table"

  name = "records"
}

module "Encrypted" {
  source = "../../../deploy/terraform/table"

  name        = "records"
  kms_key_arn = "arn:aws:kms:us-east-1:111122223333:key/shop"
}

module "Standard" {
  source = "../../../deploy/terraform/consumer"

  name          = "shop-orders"
  consumer_name = "orders"
  table_name    = "Records"
  table_arn     = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
  handler       = "shop.Handler::handleRequest"
  runtime       = "java21"
  s3_bucket     = "packages"
  s3_key        = "functions.zip"
}

module "Fifo" {
  source = "../../../deploy/terraform/consumer"

  name          = "shop-orders"
  table_name    = "Records"
  table_arn     = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
  handler       = "shop.Handler::handleRequest"
  runtime       = "java21"
  s3_bucket     = "packages"
  s3_key        = "functions.zip"
  consumer_name = "orders-fifo"
  fifo          = true
}

module "Gathering" {
  source = "../../../deploy/terraform/consumer"

  name                    = "shop-orders"
  table_name              = "Records"
  table_arn               = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
  handler                 = "shop.Handler::handleRequest"
  runtime                 = "java21"
  s3_bucket               = "packages"
  s3_key                  = "functions.zip"
  consumer_name           = "Gathering"
  batch_size              = 100
  batching_window_seconds = 20
  timeout_seconds         = 5
}

module "Seconds10" {
  source = "../../../deploy/terraform/consumer"

  name                  = "shop-orders"
  table_name            = "Records"
  table_arn             = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
  handler               = "shop.Handler::handleRequest"
  runtime               = "java21"
  s3_bucket             = "packages"
  s3_key                = "functions.zip"
  consumer_name         = "Seconds10"
  timeout_seconds       = 10
  source_retention_days = 1
}

module "Seconds900" {
  source = "../../../deploy/terraform/consumer"

  name                  = "shop-orders"
  table_name            = "Records"
  table_arn             = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
  handler               = "shop.Handler::handleRequest"
  runtime               = "java21"
  s3_bucket             = "packages"
  s3_key                = "functions.zip"
  consumer_name         = "Seconds900"
  timeout_seconds       = 900
  source_retention_days = 14
}

module "Tuned" {
  source = "../../../deploy/terraform/consumer"

  name                         = "shop-orders"
  table_name                   = "Records"
  table_arn                    = "arn:aws:dynamodb:us-east-1:111122223333:table/Records"
  handler                      = "shop.Handler::handleRequest"
  runtime                      = "java21"
  s3_bucket                    = "packages"
  s3_key                       = "functions.zip"
  consumer_name                = "Tuned"
  fifo                         = true
  fifo_throughput_per_group    = true
  memory_mib                   = 512
  architecture                 = "x86_64"
  batch_size                   = 5
  maximum_concurrency          = 7
  reserved_concurrency         = 9
  mode                         = "OBSERVE"
  listing                      = "OPEN"
  log_retention_days           = 7
  runbook                      = "https://wiki.example.com/runbook"
  environment                  = { GREETING = "hello" }
  allow                        = [{ resource = "arn:aws:s3:::invoices/new", actions = ["s3:PutObject"] }]
  page_actions                 = ["arn:aws:sns:us-east-1:111122223333:Pages"]
  ticket_actions               = ["arn:aws:sns:us-east-1:111122223333:Tickets"]
  kms_key_arn                  = "arn:aws:kms:us-east-1:111122223333:key/shop"
  table_kms_key_arn            = "arn:aws:kms:us-east-1:111122223333:key/shop"
  timeout_seconds              = 20
  visibility_seconds           = 200
  source_retention_days        = 1
  dead_letter_retention_days   = 2
  record_retention_days        = 30
  outage_tolerance_seconds     = 300
  backoff_first_seconds        = 4
  backoff_longest_seconds      = 20
  oldest_message_alarm_seconds = 600
  heartbeat_seconds            = 60
}
