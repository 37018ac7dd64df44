/** How long sending a message can take. Less than `MAIL_LEASE_SECONDS`, so that no other process sends it in the meantime. */
export const SEND_MS = 90_000;
