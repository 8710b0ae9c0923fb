import { duplicateWorkflow as operation, type WorkflowCopy } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import { type StepId, type WorkflowId, workflowKeyOf } from "../../foundation/ids.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { addWorkflow } from "../add-workflow.ts";
import { needWorkflow } from "../change-workflow.ts";
import { defineWorkflow, type WorkflowDraft } from "../define-workflow.ts";
import { draftOf } from "../draft-of.ts";
import { beginningOf } from "../free-name.ts";
import { prepareVersion } from "../prepare-version.ts";
import { reviewWorkflow } from "../review.ts";
import type { Workflow } from "../workflow.ts";
import { toWorkflow } from "./workflow-wire.ts";

export const duplicateWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, params, body }) => {
    const original = await needWorkflow(database, environment.id, params.workflowId);
    const now = api.clock.now();
    const makeId = () => newId<StepId>(now.getTime());
    const draft = draftOfCopy(original, body);
    const readings = await prepareVersion({ ...api, database }, environment.id, draft, original);
    const workflow = await addWorkflow(database, environment.id, {
      id: newId<WorkflowId>(now.getTime()),
      version: 1,
      isActive: false,
      createdAt: now,
      updatedAt: now,
      readings,
      workflowKey: workflowKeyOf(body.workflowId ?? `${beginningOf(original.workflowKey)}-copy`),
      definition: defineWorkflow(draft, undefined, makeId),
    });
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, workflow), api.brand);
  });

const NAME_MAX = 64;
const SUFFIX = " (copy)";

function draftOfCopy({ definition }: Workflow, changes: WorkflowCopy): WorkflowDraft {
  const { description, tags, isTranslationEnabled } = changes;
  const name = changes.name ?? definition.name.slice(0, NAME_MAX - SUFFIX.length) + SUFFIX;
  return { ...draftOf(definition), name, ...omitEmpty({ description, tags, isTranslationEnabled }) };
}
