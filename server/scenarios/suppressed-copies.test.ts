import { expect, test } from "vitest";
import { codesOf } from "../testing/job-readings.ts";
import { eventOf, HARD_BOUNCE, useResend } from "../testing/resend.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** Suppressed addresses among the further recipients of a mail. */

const vendor = await useResend();
const service = await useTestService();

/** An environment in which mails to these addresses have bounced. */
async function withBounces(...addresses: string[]): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const { providerMessageId } = await vendor.mailTo(environment);
  for (const address of addresses) {
    const event = eventOf("email.bounced", providerMessageId, { ...HARD_BOUNCE, to: [address] });
    expect((await vendor.report(service.url + path, event, { id: address.replace(/\W/g, "-") })).status).toBe(
      200,
    );
  }
  return environment;
}

const copiesOf = () => {
  const { to, cc, bcc } = vendor.calls.at(-1)?.body ?? {};
  return { to, cc, bcc };
};

const detailOf = (notification: any) =>
  notification.jobs[0].executionDetails.find(({ code }: any) => code === "recipients_left_out");

test("suppressed copies are left out and counted; the others and the recipient get the mail", async () => {
  const environment = await withBounces("bob@example.com", "cem@example.com", "dee@example.com");
  const email = {
    to: ["Dee <dee@example.com>", "eve@example.com"],
    cc: ["bob@example.com", "fay@example.com"],
    bcc: "Cem <CEM@example.com>",
  };
  const { notification } = await vendor.mailTo(environment, undefined, { overrides: { email } });
  expect(notification.jobs[0].status).toBe("completed");
  expect(copiesOf()).toEqual({ to: ["ada@example.com", "eve@example.com"], cc: ["fay@example.com"] });
  expect(detailOf(notification)).toMatchObject({
    status: "Warning",
    detail: "Suppressed recipients were left out of the mail",
    providerId: "resend",
    raw: '{"to":1,"cc":1,"bcc":1}',
  });
  const event = { name: "mail", to: "ada", overrides: { email } };
  const { body } = await environment.post("/v1/events/trigger/explain", event);
  expect(JSON.stringify(body)).toContain("recipients_left_out");
});

test("overrides of a provider and a step are checked as well", async () => {
  const environment = await withBounces("bob@example.com", "cem@example.com");
  const overrides = {
    providers: { resend: { cc: ["bob@example.com"] } },
    steps: { mail: { providers: { resend: { bcc: ["cem@example.com", "gus@example.com"] } } } },
  };
  await vendor.mailTo(environment, undefined, { overrides });
  expect(copiesOf()).toEqual({ to: ["ada@example.com"], bcc: ["gus@example.com"] });
});

test("nothing is suppressed: all recipients get the mail and there is no such detail", async () => {
  const environment = await withBounces();
  const overrides = { email: { cc: ["bob@example.com"] } };
  const { notification } = await vendor.mailTo(environment, undefined, { overrides });
  expect(copiesOf()).toEqual({ to: ["ada@example.com"], cc: ["bob@example.com"] });
  expect(detailOf(notification)).toBeUndefined();
});

test.each(["ada@example.com", "Ada <bob@example.com>"])(
  "the message's own address %s is suppressed: nothing is sent, also to copies",
  async (toRecipient) => {
    const environment = await withBounces("ada@example.com", "bob@example.com");
    const before = vendor.count();
    const overrides = { email: { toRecipient, cc: ["eve@example.com"] } };
    const { notification } = await vendor.mailTo(environment, undefined, { overrides });
    expect(codesOf(notification)).toContain("address_suppressed");
    expect(codesOf(notification)).not.toContain("recipients_left_out");
    expect(vendor.count()).toBe(before);
  },
);
