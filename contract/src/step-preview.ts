import { type Static, Type } from "typebox";
import { Context } from "./events.ts";
import { freeForm } from "./fields.ts";
import { STEP_TYPES, words } from "./vocabulary.ts";

/** What a step would say to an example of a subscriber and a payload. */

const PreviewPayload = Type.Object(
  {
    subscriber: Type.Optional(freeForm("Fields of the subscriber: firstName, email, data …", "dataBytes")),
    payload: Type.Optional(freeForm("What a trigger would bring.", "payloadBytes")),
    steps: Type.Optional(freeForm("The results of earlier steps, by their stepId.", "payloadBytes")),
    context: Type.Optional(Context),
  },
  {
    title: "PreviewPayload",
    description: "Values for the variables of the texts. What is left out has a value that is made up.",
  },
);

export const StepPreviewInput = Type.Object(
  {
    controlValues: Type.Optional(
      freeForm("What the step says, in place of what is stored: to try it before it is stored."),
    ),
    previewPayload: Type.Optional(PreviewPayload),
  },
  { title: "StepPreviewInput", description: "What to preview a step with." },
);
export type StepPreviewInput = Static<typeof StepPreviewInput>;

const PreviewError = Type.Object({
  title: Type.String(),
  message: Type.String({ description: "What is wrong." }),
  hint: Type.String({ description: "What to do about it." }),
});

export const StepPreview = Type.Object(
  {
    result: Type.Object({
      type: words(STEP_TYPES),
      preview: Type.Optional(
        freeForm(
          "The rendered control values of a channel's or a custom step; of other steps their settings.",
        ),
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
      { description: "All values that the preview was made with." },
    ),
    schema: Type.Optional(freeForm("The JSON Schema that the payload's values were made up from.")),
  },
  { title: "StepPreview", description: "What a step would say." },
);
export type StepPreview = Static<typeof StepPreview>;
