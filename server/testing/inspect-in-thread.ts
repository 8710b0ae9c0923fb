import { inspectTemplate } from "../src/templates/inspect-template.ts";
import type { InspectTexts } from "../src/templates/inspect-texts.ts";

/** Inspects in this thread, for tests that use the results of inspections. */
export const inspectInThread: InspectTexts = async (_environmentId, texts) => texts.map(inspectTemplate);
