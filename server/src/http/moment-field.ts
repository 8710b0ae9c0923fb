import { isoMoment } from "../calendar/iso-moment.ts";
import { invalidField } from "../foundation/app-error.ts";

/** The moment in a field of a request. @throws AppError invalid for a text that is no moment in ISO 8601. */
export function momentField(name: string, text: string): Date {
  const moment = isoMoment(text);
  if (moment) return moment;
  throw invalidField(name, `${name} must be a moment in ISO 8601, such as 2026-01-31T08:00:00Z`, text);
}
