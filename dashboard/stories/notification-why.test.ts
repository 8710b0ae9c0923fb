import { expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { goTo, openScreen, whyBox } from "../testing/notification-page.ts";
import { NOW, notificationOf, WHY_CASES, whyWorld } from "../testing/why-world.ts";

const service = await useTestService();
const browser = useBrowser();
/** Answers with the status that the text of the SMS names. */
const gateway = await useHttpReceiver((call, response) => {
  const status = Number(JSON.stringify(call.body).match(/"(\d{3})"/)?.[1] ?? 200);
  response.writeHead(status).end(status === 200 ? '{"id":"m1"}' : '{"error":"busy"}');
});

test("the page of a notification asks and answers why, for each reason that a trigger can have", async () => {
  const environment = await whyWorld(service, gateway);
  const page = await openScreen(browser, service, { environment, path: "notifications", now: NOW });
  for (const [name, { question, sentence, tone }] of Object.entries(WHY_CASES)) {
    await goTo(page, environment, `notifications/${await notificationOf(environment, name)}`);
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    if (question === "") {
      expect(await whyBox(page).count(), name).toBe(0);
      continue;
    }
    const said = async () => ({
      question: await whyBox(page).getByRole("heading").textContent(),
      sentence: withoutTimes(await whyBox(page).locator("p").textContent()),
      tone: await whyBox(page).getAttribute("data-tone"),
    });
    await shows(said, { question, sentence, tone });
  }
});

/** The next attempt, and the moment of a preference, are those of the run. */
function withoutTimes(sentence: string | null): string | undefined {
  return sentence?.replace(/(attempt 2 at) \S+/, "$1 …").replace(/ \([^)]*\d\d:\d\d[^)]*\)/, "");
}
