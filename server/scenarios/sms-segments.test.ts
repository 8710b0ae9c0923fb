import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const web = await useHttpReceiver();
const service = await useTestService();

test("a sent SMS: its detail has the segments, the encoding and the characters", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("generic-sms", `${web.url}/sms`);
  await environment.given.workflow("code", [sms("{{payload.text}}")]);
  const payload = { text: "ж".repeat(71) };
  const [run] = await environment.finished(await environment.trigger("code", ada, { payload }));
  const sent = run.jobs[0].executionDetails.find((detail: any) => /sent/i.test(detail.detail));
  expect(JSON.parse(sent.raw)).toMatchObject({ sms: { segments: 2, encoding: "UCS-2", characters: 71 } });
});
