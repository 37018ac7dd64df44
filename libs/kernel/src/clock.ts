/** Reads the time; milliseconds are the finest grain anything here keeps. Tests set it, nobody sleeps. */
export type Clock = () => Date;

/** A moment as it is kept and shown: RFC 3339, UTC, milliseconds (`2026-03-03T10:00:00.000Z`); text order is time order. */
export type Instant = string;

/** Makes a time-ordered identifier (UUIDv7, RFC 9562 §5.7) whose leading 48 bits are the milliseconds of `at`. */
export type NewId = (at: Date) => string;
