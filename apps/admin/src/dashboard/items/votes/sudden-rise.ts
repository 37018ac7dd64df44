/** Fewer votes a day are usual. */
const RISE_LEAST = 10;

/** Whether so many of the votes are of the last day that a script may have sent them (votes.md 7). */
export const isSuddenRise = (recent: number, all: number): boolean =>
  recent >= RISE_LEAST && 2 * recent >= all;
