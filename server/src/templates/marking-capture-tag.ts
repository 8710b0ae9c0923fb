import { CaptureTag, type Context, type Liquid } from "liquidjs";
import { CapturedText } from "./marked-text.ts";

/** Keeps the marks of captured values out of conditions and filters; `raw` writes the captured text with its marks. */
export function keepMarksOfCaptures(engine: Liquid): void {
  engine.registerTag("capture", MarkingCaptureTag);
  engine.registerFilter("raw", {
    raw: true,
    handler: (value: unknown) => CapturedText.markedIn(value) ?? value,
  });
}

class MarkingCaptureTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    const scope = context.bottom() as Record<string, unknown>;
    scope[this.variable] = new CapturedText(String(scope[this.variable]));
  }
}
