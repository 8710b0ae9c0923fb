/** The parts of a schema error that its sentence needs. */
export type Finding = {
  keyword: string;
  /** The path of the failed schema: `#/properties/to/anyOf/1`. */
  schemaPath: string;
  /** The path of the value: `/to/0`. */
  instancePath: string;
  params: object;
};

/**
 * When a value matches none of several forms, keeps the findings of the form that the caller intended; if that is
 * unclear, only the finding that none matches. The intended form has the value's type, required members and `type` name.
 */
export function relevantFindings(findings: readonly Finding[]): Finding[] {
  const choices = [...findings.filter(isChoice), ...cutOff(findings)];
  // The outermost first: findings that it drops need no further check.
  const outermost = choices.toSorted((a, b) => a.schemaPath.length - b.schemaPath.length);
  return outermost.reduce(
    (left, choice) => (left.includes(choice) ? decided(left, choice) : left),
    [...findings, ...choices.filter((choice) => !findings.includes(choice))],
  );
}

const isChoice = ({ keyword }: Finding) => keyword === "anyOf";

/**
 * A check stops after `MAX_FINDINGS`, and reports a choice after its forms. So a choice may be missing from the
 * findings: these are the choices around the last finding.
 */
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
  const excluded = new Set(findings.filter((finding) => isOfAnotherKind(finding, choice)).map(formOf));
  const intended = [...forms].filter((form) => !excluded.has(form));
  if (intended.length !== 1) return findings.filter((finding) => formOf(finding) === undefined);
  return findings.filter(
    (finding) => finding !== choice && [undefined, intended[0]].includes(formOf(finding)),
  );
}

/** The index of the choice's form that a finding is about; undefined when it is about another value. */
function indexOfForm({ schemaPath, instancePath }: Finding, choice: Finding): string | undefined {
  const forms = `${choice.schemaPath}/anyOf/`;
  const isInside = isWithin(instancePath, choice.instancePath);
  return isInside && schemaPath.startsWith(forms) ? schemaPath.slice(forms.length).split("/")[0] : undefined;
}

function isOfAnotherKind({ keyword, instancePath }: Finding, choice: Finding): boolean {
  if (instancePath === choice.instancePath) return ["type", "required", "enum", "const"].includes(keyword);
  return instancePath === `${choice.instancePath}/type` && keyword === "enum";
}
