import { useRouter } from "@tanstack/react-router";

/** Whether the app has a screen at a path within an environment, such as `workflows/welcome`. */
export function useScreenExists(): (path: string) => boolean {
  const { routesById } = useRouter();
  const patterns = Object.values(routesById).map(({ fullPath }) =>
    (fullPath as string).split("/").filter(Boolean),
  );
  return (path) => {
    const parts = ["in", "$environment", ...path.split("/")];
    return patterns.some((pattern) => fits(pattern, parts));
  };
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((one, at) => one === parts[at] || (one.startsWith("$") && parts[at] !== ""))
  );
}
