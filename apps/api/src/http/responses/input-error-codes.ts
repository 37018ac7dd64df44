/** What an error code means, and what a client does about it. */
export type CodeText = readonly [meaning: string, action: string];

/** The codes with the type `validation_error`. */
export const INPUT_ERROR_CODES: Readonly<Record<string, CodeText>> = {
  missing_required_field: ['A required field is absent or null.', 'Add the field that `param` names.'],
  invalid_type: [
    'A field has a value of another JSON type.',
    'Send the type in the message; nothing is converted.',
  ],
  null_not_allowed: ['A field that cannot be cleared is null.', 'Send a value, or leave the field out.'],
  empty_value: [
    'A text is empty, or has only spaces or invisible characters.',
    'Send a text, or leave the field out.',
  ],
  too_long: ['A text or a line has too many characters.', 'Shorten it to the maximum in the message.'],
  invalid_value: [
    'A field has a value that is not allowed.',
    'Send one of the values that the message describes.',
  ],
  invalid_format: [
    'A text does not have the format of its field, such as an email address.',
    'Correct the format.',
  ],
  invalid_characters: ['A text has characters that it cannot have.', 'Remove the character in parentheses.'],
  unknown_field: [
    'The request has a field that does not exist here.',
    'Use one of the fields in the message. Check the spelling: names are case-sensitive.',
  ],
  read_only_field: ['The service sets this field.', 'Leave the field out.'],
  repeated_field: ['The header of a CSV file has a column twice.', 'Remove one of the columns.'],
  wrong_field_count: [
    'A line of a CSV file has more or fewer values than the header.',
    'Correct the line; put values with commas in double quotes.',
  ],
  malformed_csv: ['The request body is not valid CSV.', 'Correct the line in the message.'],
  ambiguous_title: [
    'Several items have the title of a row.',
    'Name the item by `feedback_id` or `external_id`.',
  ],
  invalid_body: [
    'The request body is not a JSON object, or is too complex.',
    'Send a JSON object; a file must have at least one row.',
  ],
  malformed_json: [
    'The request body is not valid JSON.',
    'Create it with a JSON library, not by joining texts.',
  ],
  invalid_encoding: ['The request body is not valid UTF-8.', 'Encode it as UTF-8.'],
  invalid_parameter: [
    'A query parameter has a value that is not allowed.',
    'Correct it as the message says; percent-encode values.',
  ],
  unknown_parameter: [
    'The endpoint does not have this query parameter.',
    'Use one of the parameters in the message.',
  ],
  repeated_parameter: [
    'A query parameter is in the URL twice.',
    'Send it once; separate several values with commas where a list is allowed.',
  ],
  malformed_url: [
    'The URL has an invalid percent-encoding.',
    'Encode parameters and IDs, for example with encodeURIComponent.',
  ],
  malformed_request: [
    'The request is not valid HTTP, or did not arrive within 30 seconds.',
    'Check the URL, the `Host` header, and the length of the body.',
  ],
  headers_too_large: [
    'The request headers have more than 16,384 bytes.',
    'Send fewer or shorter headers, such as cookies.',
  ],
  invalid_idempotency_key: [
    'The `Idempotency-Key` header is invalid.',
    'Send 1 to 255 visible ASCII characters, for example a UUID.',
  ],
  invalid_last_event_id: [
    'The `Last-Event-ID` header is not the ID of an event of this stream.',
    'Send the last `id` that the stream sent, or connect without the header.',
  ],
  invalid_if_match: [
    'The `If-Match` header is not an ETag.',
    'Send the `ETag` of an earlier response, with its double quotes.',
  ],
  identity_invalid: [
    'The identity token is refused. `reason` and the message say why.',
    'Test a token in the dashboard under "API & Developer", "Identity".',
  ],
  identity_required: [
    'The account accepts feedback of `submit` keys only with an identity token.',
    'Send a token of the signed-in person as `token`, or turn the requirement off under "Form".',
  ],
  upload_too_slow: ['The upload stopped or was too slow.', 'Send the file again, or split it.'],
};
