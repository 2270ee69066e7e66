// Texts that try to be markup, and how a page shows that they are none.
import { expect, type FrameLocator, type Page } from '@playwright/test'

export const HOSTILE = [
  '<script>document.title = "broken in"</script>',
  '<img src=x onerror="document.title=\'broken in\'">',
  '<svg/onload=document.title="broken-in">',
  '"><iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
  '**<b onclick=alert(1)>bold</b>** javascript:alert(1) [click](javascript:alert(1))',
  'https://bank.example@evil.example/ https://a.example/"onmouseover="alert(1) data:text/html,<script>alert(1)</script>',
]
/** Elements that markup in the texts would have created. */
const INJECTED = 'iframe, svg[onload], img[onerror], b[onclick], [onmouseover], main script, .column script'

/** Nothing that was written has become an element or a link of its own making. */
export async function expectHarmless(where: Page | FrameLocator, what: string) {
  await expect(where.locator(INJECTED), what).toHaveCount(0)
  const links = await where.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(
    links.filter((href) => /^\s*(javascript|data):|evil\.example|onmouseover/i.test(href)),
    what,
  ).toEqual([])
}
