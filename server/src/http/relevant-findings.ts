/** A finding of the schema check, as far as its words need it. */
export type Finding = {
  keyword: string;
  /** Where the schema stands that is not met: `#/properties/to/anyOf/1`. */
  schemaPath: string;
  /** Where the value stands: `/to/0`. */
  instancePath: string;
  params: object;
};

/**
 * Where none of several forms fits, the misfits of the one form that was meant are left, or, where that is unclear,
 * only that none fits. A form was meant when the value is of its type, has what it requires and names its kind.
 */
export function relevantFindings(findings: readonly Finding[]): Finding[] {
  const choices = [...findings.filter(isChoice), ...cutOff(findings)];
  // The outermost first: what it drops is not looked at again.
  const outermost = choices.toSorted((a, b) => a.schemaPath.length - b.schemaPath.length);
  return outermost.reduce(
    (left, choice) => (left.includes(choice) ? decided(left, choice) : left),
    [...findings, ...choices.filter((choice) => !findings.includes(choice))],
  );
}

const isChoice = ({ keyword }: Finding) => keyword === "anyOf";

/** A check stops after `MOST_FINDINGS`, and a choice is found after its forms: the choices around the last finding. */
function cutOff(findings: readonly Finding[]): Finding[] {
  const last = findings.at(-1);
  if (!last) return [];
  const paths = [...last.schemaPath.matchAll(/\/anyOf\//g)].map(({ index }) =>
    last.schemaPath.slice(0, index),
  );
  return paths.flatMap((schemaPath) => {
    const inside = findings.filter((one) => one.schemaPath.startsWith(`${schemaPath}/anyOf/`));
    const around = inside.map((one) => one.instancePath).filter((path) => isWithin(last.instancePath, path));
    const instancePath = around.toSorted((a, b) => a.length - b.length)[0] ?? last.instancePath;
    const isFound = findings.some(
      (one) => one.schemaPath === schemaPath && one.instancePath === instancePath,
    );
    return isFound ? [] : [{ keyword: "anyOf", schemaPath, instancePath, params: {} }];
  });
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

function decided(findings: readonly Finding[], choice: Finding): Finding[] {
  const formOf = (finding: Finding) => indexOfForm(finding, choice);
  const forms = new Set(findings.map(formOf).filter((form) => form !== undefined));
  const unmeant = new Set(findings.filter((finding) => isOfAnotherKind(finding, choice)).map(formOf));
  const meant = [...forms].filter((form) => !unmeant.has(form));
  if (meant.length !== 1) return findings.filter((finding) => formOf(finding) === undefined);
  return findings.filter((finding) => finding !== choice && [undefined, meant[0]].includes(formOf(finding)));
}

/** Which form of the choice a finding is about, when it is about the same value or a part of it. */
function indexOfForm({ schemaPath, instancePath }: Finding, choice: Finding): string | undefined {
  const forms = `${choice.schemaPath}/anyOf/`;
  const isInside = isWithin(instancePath, choice.instancePath);
  return isInside && schemaPath.startsWith(forms) ? schemaPath.slice(forms.length).split("/")[0] : undefined;
}

function isOfAnotherKind({ keyword, instancePath }: Finding, choice: Finding): boolean {
  if (instancePath === choice.instancePath) return ["type", "required", "enum", "const"].includes(keyword);
  return instancePath === `${choice.instancePath}/type` && keyword === "enum";
}
