const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** PostgreSQL fails on anything else (22P02), and accepts spellings (`{…}`) that would give one row many names. */
export const isUuid = (text: string): boolean => UUID.test(text);
