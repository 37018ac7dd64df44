export const MEMBERS_MAX = 1000;

/** Invitations of an account that can still be accepted. */
export const INVITATIONS_MAX = 50;
export const INVITATION_DAYS = 7;

/** Messages about the same change of the same member within an hour. */
export const MEMBER_NOTICES_PER_HOUR = 5;
