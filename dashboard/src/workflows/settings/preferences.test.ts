import { expect, test } from "vitest";
import { defaultsOf, withChannel, withCritical } from "./preferences.ts";

const CODE = { all: { enabled: true, readOnly: false }, channels: { sms: { enabled: false } } };

test("without a layer of the dashboard, the code's says what is on", () => {
  expect(defaultsOf({ user: null, workflow: CODE })).toEqual({
    channels: { in_app: true, email: true, sms: false, push: true, chat: true },
    isCritical: false,
    isCriticalByCode: false,
  });
  expect(defaultsOf({ workflow: { all: { enabled: false } } }).channels.email).toBe(false);
  expect(defaultsOf(undefined).channels.push).toBe(true);
});

test("a change begins with what holds, and leaves the code's layer as it is", () => {
  const changed = withChannel({ user: null, workflow: CODE }, "email", false);
  expect(changed.workflow).toBe(CODE);
  expect(defaultsOf(changed).channels).toMatchObject({ email: false, sms: false, push: true });
  expect(defaultsOf(withCritical(changed, true)).isCritical).toBe(true);
});

test("a change that is taken back leaves no layer of the dashboard", () => {
  const changed = withChannel({ user: null, workflow: CODE }, "sms", true);
  expect(withChannel(changed, "sms", false)).toEqual({ user: null, workflow: CODE });
});

test("what the code calls critical stays critical", () => {
  const byCode = { user: null, workflow: { all: { readOnly: true } } };
  expect(defaultsOf(withCritical(byCode, false))).toMatchObject({ isCritical: true, isCriticalByCode: true });
});
