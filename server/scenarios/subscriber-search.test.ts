import { beforeAll, expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();
const environment = await service.newEnvironment("bare");
beforeAll(async () => {
  const { given } = environment;
  await given.subscriber("Crew:7", { firstName: "Ada", lastName: "Lovelace", email: "Countess@example.com" });
  await given.subscriber("grace", { firstName: "Édith", phone: "+31600000042" });
  await given.subscriber("odd", { firstName: "100%_sure\\" });
});

const found = async (search: string, more = "") => {
  const { body } = await environment.get(`/v2/subscribers?search=${encodeURIComponent(search)}${more}`);
  return body.data.map((one: any) => one.subscriberId).sort();
};

test("search: one text over id, name, address and phone, whatever its case", async () => {
  for (const text of ["crew:7", "CREW", "ada love", "LOVELACE", "countess@EXAMPLE", " ada "])
    expect([text, await found(text)]).toEqual([text, ["Crew:7"]]);
  for (const text of ["0000042", "édith", "ÉDITH", "Grace"])
    expect([text, await found(text)]).toEqual([text, ["grace"]]);
  expect(await found("e")).toEqual(["Crew:7", "grace", "odd"]);
  expect(await found("nobody")).toEqual([]);
  expect(await found("  ")).toEqual(["Crew:7", "grace", "odd"]);
});

test("search: wildcards are ordinary characters, and other filters must match, too", async () => {
  expect(await found("100%_SURE\\")).toEqual(["odd"]);
  expect(await found("%")).toEqual(["odd"]);
  expect(await found("1_0")).toEqual([]);
  expect(await found("e", "&email=Countess")).toEqual(["Crew:7"]);
  expect(await found("e", "&limit=1&orderDirection=ASC")).toEqual(["Crew:7"]);
  const other = await service.newEnvironment("bare");
  expect((await other.get("/v2/subscribers?search=ada")).body.data).toEqual([]);
});
