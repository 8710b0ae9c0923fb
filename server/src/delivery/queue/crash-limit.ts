/** A job or a trigger is given up after this many crashes of workers that had it; the last four of them with nothing else. */
export const CRASH_LIMIT = 9;
