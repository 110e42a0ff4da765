# The table of records: one item for each consumer and business key. Any number of consumers can share it.
resource "aws_dynamodb_table" "records" {
  name                        = var.name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = var.deletion_protection
  tags                        = var.tags

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "listing"
    type = "S"
  }

  attribute {
    name = "updated_at"
    type = "N"
  }

  # Only failed and held records are in it: operators list them without a scan.
  global_secondary_index {
    name            = "listing"
    hash_key        = "listing"
    range_key       = "updated_at"
    projection_type = "KEYS_ONLY"
  }

  ttl {
    attribute_name = "expiration"
    enabled        = true
  }

  point_in_time_recovery {
    enabled = true
  }

  dynamic "server_side_encryption" {
    for_each = var.kms_key_arn == null ? [] : [var.kms_key_arn]
    content {
      enabled     = true
      kms_key_arn = server_side_encryption.value
    }
  }
}
