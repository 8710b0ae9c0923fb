import type { WorkflowInput } from "@tidings/contract";
import { useState } from "react";
import { oneOf } from "../../app/search-params.ts";
import { BEGINNINGS, type Beginning, inputOf, isIdentifier, sampleOf } from "./beginnings.ts";
import { identifierOf } from "./identifier.ts";
import { useOriginal } from "./reads.ts";
import { words } from "./words.ts";

const NAME_MAX = 64;

/** What is typed about a new workflow. Name and identifier are proposed until they are typed. */
export function useNewWorkflow(firstBeginning: string, firstOriginal: string | undefined) {
  const [beginning, setBeginning] = useState<Beginning>(oneOf(BEGINNINGS, firstBeginning));
  const [original, setOriginal] = useState(firstOriginal ?? "");
  const [typedName, setName] = useState<string>();
  const [typedId, setWorkflowId] = useState<string>();
  const [isTried, setTried] = useState(false);
  const found = useOriginal(beginning === "copy" ? original : undefined).data;
  const proposed =
    beginning === "copy" && found ? words.copyName(found.name) : (sampleOf(beginning)?.name ?? "");
  const name = typedName ?? proposed.slice(0, NAME_MAX);
  const workflowId = typedId ?? identifierOf(name);
  const missing = {
    original: beginning === "copy" && original === "" ? words.originalNeeded : undefined,
    name: name.trim() === "" ? words.nameNeeded : undefined,
    workflowId: isIdentifier(workflowId.trim()) ? undefined : words.identifierNeeded,
  };
  const tryInput = (): WorkflowInput | undefined => {
    setTried(true);
    if (Object.values(missing).some(Boolean)) return undefined;
    return inputOf(beginning, { name: name.trim(), workflowId: workflowId.trim() }, found);
  };
  return {
    beginning,
    setBeginning,
    original,
    setOriginal,
    name,
    setName,
    workflowId,
    setWorkflowId,
    missing,
    isTried,
    tryInput,
  };
}
