import { lazy } from "react";

/** Parts of the editor that are loaded when they are opened. */
export const StepWhen = lazy(() =>
  import("../conditions/step-when.tsx").then((module) => ({ default: module.StepWhen })),
);
export const StepDelivery = lazy(() =>
  import("../delivery/step-delivery.tsx").then((module) => ({ default: module.StepDelivery })),
);
export const StepVariants = lazy(() =>
  import("../variants/step-variants.tsx").then((module) => ({ default: module.StepVariants })),
);
export const TriggerPart = lazy(() =>
  import("../trigger-step/trigger-part.tsx").then((module) => ({ default: module.TriggerPart })),
);
export const SettingsPart = lazy(() =>
  import("../settings/settings-part.tsx").then((module) => ({ default: module.SettingsPart })),
);
export const Rehearsal = lazy(() =>
  import("../rehearsal/rehearsal.tsx").then((module) => ({ default: module.Rehearsal })),
);
export const SaveDialog = lazy(() =>
  import("./save-dialog.tsx").then((module) => ({ default: module.SaveDialog })),
);
