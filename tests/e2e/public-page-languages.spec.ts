// The public page in the visitor's language: one from left to right, one from right to left, with and without a script.
import { problemsOf, sidewaysScroll } from '../support/browser/accessibility.ts'
import { changesOf, shiftsOf, untilAlive, watchLoading } from '../support/browser/page-changes.ts'
import { expect, FAQS, questions, test } from '../support/content/shop.ts'

const SPOKEN = [
  {
    locale: 'de-AT',
    lang: 'de',
    heading: 'Häufig gestellte Fragen',
    hint: 'Suchen oder eine Frage stellen',
    send: 'Senden',
    all: 'Alle',
    answer: 'Antwort',
    refusal: 'Dazu habe ich in unseren Hilfeinhalten nichts gefunden.',
    clear: 'Suche löschen',
    found: /^\d+ Ergebnisse?$/,
    missing: 'FAQ-Seite nicht gefunden',
  },
  {
    locale: 'ar',
    lang: 'ar',
    heading: 'الأسئلة الشائعة',
    hint: 'ابحث أو اطرح سؤالًا',
    send: 'إرسال',
    all: 'الكل',
    answer: 'الإجابة',
    refusal: 'لم أجد هذا في محتوى المساعدة لدينا.',
    clear: 'مسح البحث',
    found: /نتيجة|نتيجتان|نتائج/,
    missing: 'لم يتم العثور على صفحة الأسئلة',
  },
]

for (const { locale, lang, ...says } of SPOKEN) {
  test.describe(`the page in ${lang}`, () => {
    test.use({ locale })

    test("is completely translated, and the workspace's own texts are marked with their language", async ({
      page,
      shop,
    }) => {
      await watchLoading(page)
      await page.goto(shop.path)
      const root = page.locator('html')
      await expect(root).toHaveAttribute('lang', lang)
      expect(await root.getAttribute('dir')).toBe(lang === 'ar' ? 'rtl' : null)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(says.heading)
      await expect(questions(page)).toHaveText(FAQS.map((faq) => faq.question))
      await expect(questions(page).first().locator('h2')).toHaveAttribute('lang', 'en')
      await expect(page.getByRole('button', { name: 'Product' })).toHaveAttribute('lang', 'en')
      await page.getByRole('button', { name: says.all, exact: true }).click()

      const field = page.getByRole('searchbox', { name: says.hint })
      await field.fill('delivery')
      await expect(page.getByRole('status').filter({ hasText: says.found })).toBeVisible()
      await page.getByRole('button', { name: says.send }).click()
      const card = page.getByRole('region', { name: says.answer })
      await expect(card).toContainText('Parcels arrive within three days.')
      await field.fill('Who won the zeppelin race of 1932?')
      await page.keyboard.press('Enter')
      await expect(card).toContainText(says.refusal)
      expect(await card.textContent()).not.toMatch(/couldn't find|Was this|person/)
      await page.getByRole('button', { name: says.clear }).click()
      await expect(questions(page)).toHaveCount(FAQS.length)

      expect((await page.goto('/faq/nobody-here'))?.status()).toBe(404)
      await expect(page.getByRole('heading')).toHaveText(says.missing)
    })

    test('is unchanged by hydration', async ({ page, shop }) => {
      await watchLoading(page)
      for (const address of [
        '',
        '?q=wool',
        '?q=wool&ask=1',
        '?q=zeppelin&ask=1',
        '?category=Product',
        '?lang=ja&q=wool',
      ]) {
        await page.goto(`${shop.path}${address}`)
        await untilAlive(page)
        expect(await changesOf(page), `mutations of ${address}`).toEqual([])
        expect(await shiftsOf(page), `shifts of ${address}`).toEqual([])
      }
    })

    test('is perceivable in every state and fits the screen', async ({ page, shop, emptyShop }) => {
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        for (const path of [
          shop.path,
          `${shop.path}?q=wool&ask=1`,
          `${shop.path}/which-wool-do-you-use`,
          emptyShop.path,
          '/faq/nobody',
        ]) {
          await page.goto(path)
          expect(await sidewaysScroll(page), `${path} at ${width}`).toBe(0)
          if (width === 320) expect(await problemsOf(page), path).toEqual([])
        }
      }
    })
  })
}

test.describe('a translated page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'fr-FR' })

  test('keeps the language of the address in every link', async ({ page, shop }) => {
    const german = () => expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.goto(shop.path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.goto(`${shop.path}?lang=de`)
    await german()
    await page.getByRole('button', { name: 'Product' }).click()
    await german()
    await page.getByRole('searchbox').fill('Which wool do you use?')
    await page.keyboard.press('Enter')
    await german()
    await expect(page.getByRole('region', { name: 'Antwort' })).toContainText('Merino')
    await page.getByRole('button', { name: 'Suche löschen' }).click()
    await german()
    await questions(page).nth(1).click()
    await page.locator('details[open]').getByRole('link', { name: 'Link zu dieser Antwort' }).click()
    await german()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which wool do you use?')
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en')
    await page.getByRole('link', { name: 'Alle Fragen' }).click()
    await german()
    await expect(questions(page)).toHaveCount(FAQS.length)
  })
})
