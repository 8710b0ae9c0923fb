import { type ErrorComponentProps, useMatches } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { ErrorBox } from "../components/error-box.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { sentenceOf } from "./failed-read.tsx";
import { requestIdOf } from "./service.ts";
import { words } from "./words.ts";

/** In the place of a screen that has thrown; the rail stays. */
export function ScreenError({ error }: ErrorComponentProps) {
  const title = useMatches().at(-1)?.staticData.title ?? "This screen";
  return (
    <>
      <PageHeader title={title} />
      <ErrorBox
        title={`${title}: this screen has failed`}
        requestId={requestIdOf(error)}
        action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
      >
        {error instanceof Error ? sentenceOf(error) : String(error)}
      </ErrorBox>
    </>
  );
}
