/** Reads the time; milliseconds are the finest grain anything here keeps. Tests set it, nobody sleeps. */
export type Clock = () => Date;

/** Makes a time-ordered identifier (UUIDv7, RFC 9562 §5.7) whose leading 48 bits are the milliseconds of `at`. */
export type NewId = (at: Date) => string;
