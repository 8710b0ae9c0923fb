import { useParams } from "@tanstack/react-router";

/** The identifier of the environment in the page's address; for links. */
export function useEnvironmentName(): string {
  return useParams({ strict: false }).environment ?? "";
}
