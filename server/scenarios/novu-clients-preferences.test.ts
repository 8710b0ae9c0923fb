import { describe, expect, test } from "vitest";
import { NOVU_CLIENTS, type NovuClient, uncalled } from "../testing/novu-clients.ts";
import { SCHEDULE, seedPreferences } from "../testing/preference-setup.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService({ brand: "novu" });

describe.each(NOVU_CLIENTS)("@novu/api $version", ({ version, open }: NovuClient) => {
  test("preferences: reads and changes them", async () => {
    const environment = await service.newEnvironment("bare");
    const { orders } = await seedPreferences(environment);
    const calls = new Set<string>();
    const { preferences } = open(service, environment, calls).subscribers;
    const list = async () =>
      version === "1.8.0" ? preferences.list("ada") : preferences.list({ subscriberId: "ada" });
    const { result } = await list();
    expect(result.global).toMatchObject({ enabled: true, channels: { inApp: true, email: true, sms: true } });
    const change = { workflowId: orders.slug, channels: { inApp: false }, schedule: SCHEDULE };
    const { result: changed } = await preferences.update(change, "ada");
    expect(changed.global.schedule).toEqual(SCHEDULE);
    expect(changed.workflows[0]).toMatchObject({ enabled: true, channels: { inApp: false, email: true } });
    expect((await list()).result).toEqual(changed);
    const request = { preferences: [{ workflowId: "orders", channels: { email: false } }] };
    const { result: bulk } = await preferences.bulkUpdate(request, "ada");
    expect(bulk).toMatchObject([{ level: "template", enabled: false, workflow: { id: orders._id } }]);
    expect(uncalled(calls, ["Preferences"])).toEqual([]);
  });
});
