/** How long the security log keeps an event. */
export const SECURITY_LOG_DAYS = 90;

/** Failed sign-ins, and wrong codes, that the security log records per account and hour. */
export const FAILED_SIGN_INS_PER_HOUR = 10;
