/**
 * Errors about the account, the access or the clock that all APIs of AWS have, most of them with status 400:
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html and
 * https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html
 */
export const AWS_CONFIG_ERRORS: readonly string[] = [
  ...["AccessDenied", "AccessDeniedException", "AuthorizationError", "NotAuthorized", "OptInRequired"],
  ...["IncompleteSignature", "InvalidSecurity", "SignatureDoesNotMatch", "InvalidSignatureException"],
  ...["ExpiredToken", "ExpiredTokenException", "InvalidAccessKeyId", "InvalidClientTokenId"],
  ...["MissingAuthenticationToken", "UnrecognizedClientException"],
  ...["RequestExpired", "RequestTimeTooSkewed"],
];

export const AWS_THROTTLES: readonly string[] = [
  ...["Throttled", "Throttling", "ThrottlingException", "TooManyRequestsException"],
];
