import type { Page } from "playwright-core";
import { shows } from "../../server/testing/browser/use-browser.ts";

/**
 * Presses one key after the other until they have opened the address: the second one must follow within 1.2 s
 * (`app/shortcuts.tsx`), which a busy machine may not manage at once.
 */
export async function pressSequence(
  page: Page,
  [first, second]: readonly [string, string],
  address: RegExp,
): Promise<void> {
  const isOpen = () => address.test(page.url());
  const pressed = async () => {
    if (!isOpen()) {
      await page.keyboard.press(first);
      await page.keyboard.press(second);
    }
    return isOpen();
  };
  await shows(pressed, true);
}
