variable "name" {
  description = "The table's name, such as shop-records."
  type        = string

  validation {
    condition     = can(regex("^[A-Za-z0-9_.-]{3,255}$", var.name))
    error_message = "name must have 3 to 255 characters of A-Z a-z 0-9 _ . -: DynamoDB takes no others."
  }
}

variable "kms_key_arn" {
  description = "The ARN of your key that encrypts the table. Null: DynamoDB's own key. Give the same ARN to each consumer as table_kms_key_arn."
  type        = string
  default     = null
}

variable "deletion_protection" {
  description = "Whether DynamoDB refuses to delete the table. Without its records, each message that comes again runs again."
  type        = bool
  default     = true
}

variable "tags" {
  description = "Tags of the table."
  type        = map(string)
  default     = {}
}
