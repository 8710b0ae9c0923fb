import { type Static, Type } from "typebox";
import { Context } from "./events.ts";
import { freeForm } from "./fields.ts";
import { STEP_TYPES, words } from "./vocabulary.ts";

/** Rendering a step with an example of a subscriber and a payload. */

const PreviewPayload = Type.Object(
  {
    subscriber: Type.Optional(freeForm("Fields of the subscriber: firstName, email, data …", "dataBytes")),
    payload: Type.Optional(freeForm("Payload of the trigger.", "payloadBytes")),
    steps: Type.Optional(freeForm("The results of earlier steps, by their stepId.", "payloadBytes")),
    context: Type.Optional(Context),
  },
  {
    title: "PreviewPayload",
    description: "Values of the template variables. Missing values are made up.",
  },
);

export const StepPreviewInput = Type.Object(
  {
    controlValues: Type.Optional(freeForm("Control values to use instead of the stored ones.")),
    previewPayload: Type.Optional(PreviewPayload),
  },
  { title: "StepPreviewInput", description: "Input of a step preview." },
);
export type StepPreviewInput = Static<typeof StepPreviewInput>;

const PreviewError = Type.Object({
  title: Type.String(),
  message: Type.String({ description: "The problem." }),
  hint: Type.String({ description: "How to fix it." }),
});

export const StepPreview = Type.Object(
  {
    result: Type.Object({
      type: words(STEP_TYPES),
      preview: Type.Optional(
        freeForm("The rendered control values of a channel or custom step; for other steps, their settings."),
      ),
      error: Type.Optional(PreviewError),
    }),
    previewPayloadExample: Type.Object(
      {
        subscriber: freeForm(),
        payload: freeForm(),
        steps: freeForm(),
        context: freeForm(),
      },
      { description: "All values used for the preview." },
    ),
    schema: Type.Optional(freeForm("The JSON Schema used to make up the payload's values.")),
  },
  { title: "StepPreview", description: "The rendered step." },
);
export type StepPreview = Static<typeof StepPreview>;
