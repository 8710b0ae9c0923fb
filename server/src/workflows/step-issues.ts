import type { Channel, StepIntegrationIssue, StepIssues } from "@tidings/contract";
import { groupBy } from "../foundation/group-by.ts";
import type { JsonObject } from "../foundation/json.ts";
import { type ControlIssue, templateIssues, tooLongWaits, unreadableControls } from "./control-issues.ts";
import { formIssues } from "./form-issues.ts";
import { isChannelStep, type Step, type TemplateReading } from "./workflow.ts";

/** What the issues of a step depend on: the readings of its texts, the variables it may use, and the integrations. */
export type StepContext = {
  readings: readonly TemplateReading[];
  variables: JsonObject;
  integrations: readonly ChannelIntegration[];
};
export type ChannelIntegration = { channel: Channel; isActive: boolean };

/** A step with 80,000 texts could have as many issues, and a list of 100 workflows would include them all. */
const MAX_ISSUES = 100;

/** All problems that would make a step fail (at most 100); undefined if there are none. */
export function findStepIssues(step: Step, context: StepContext): StepIssues | undefined {
  const { readings, variables, integrations } = context;
  const all = [
    ...formIssues(step),
    ...unreadableControls(step),
    ...tooLongWaits(step),
    ...templateIssues(readings, variables),
  ];
  const controls = all.slice(0, MAX_ISSUES);
  const integration = integrationIssue(step, integrations);
  if (controls.length === 0 && !integration) return undefined;
  return {
    ...(controls.length > 0 ? { controls: byControl(controls) } : {}),
    ...(integration ? { integration: { [step.type]: [integration] } } : {}),
  };
}

function byControl(found: readonly ControlIssue[]): NonNullable<StepIssues["controls"]> {
  const groups = groupBy(found, ({ control }) => control);
  return Object.fromEntries([...groups].map(([control, all]) => [control, all.map(({ issue }) => issue)]));
}

/** An inactive inbox is "not connected"; any other channel without an active integration is "missing". */
function integrationIssue(
  step: Step,
  integrations: readonly ChannelIntegration[],
): StepIntegrationIssue | undefined {
  if (!isChannelStep(step)) return undefined;
  const own = integrations.filter(({ channel }) => channel === step.type);
  if (own.some(({ isActive }) => isActive)) return undefined;
  if (step.type === "in_app" && own.length > 0) {
    return {
      issueType: "INBOX_NOT_CONNECTED",
      message: "The environment's in-app integration is not active",
    };
  }
  const message = `The environment has no active integration for the channel ${step.type}`;
  return { issueType: "MISSING_INTEGRATION", message };
}
