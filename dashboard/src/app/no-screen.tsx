import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { LinkButton } from "./link-button.tsx";
import { words } from "./words.ts";

/** For addresses that name no screen. */
export function NoScreen() {
  return (
    <>
      <PageHeader title={words.noScreen} />
      <EmptyState title={words.noScreen} action={<LinkButton to="/">Home</LinkButton>}>
        {words.noScreenWhy}
      </EmptyState>
    </>
  );
}

/** For a service without environments. */
export function NoEnvironments() {
  return (
    <main>
      <PageHeader title={words.noEnvironments} />
      <EmptyState title={words.noEnvironments} command="npx tidings environments create Development">
        {words.noEnvironmentsWhy}
      </EmptyState>
    </main>
  );
}

/** For addresses of an environment that the session does not open. */
export function NoEnvironment({ identifier }: { identifier: string }) {
  return (
    <>
      <PageHeader title={words.unknownEnvironment} />
      <EmptyState title={`“${identifier}”`} action={<LinkButton to="/">Home</LinkButton>}>
        {words.unknownEnvironmentWhy}
      </EmptyState>
    </>
  );
}
