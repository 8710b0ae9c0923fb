/**
 * How long a test waits for what must happen, in milliseconds: a guard against hanging, and no bound of the product.
 * `TIDINGS_TEST_PATIENCE` multiplies it; default 1.
 */
export const PATIENCE_MS = 60_000 * Number(process.env.TIDINGS_TEST_PATIENCE ?? 1);
