// Finds controls by their accessible names and uses them with real input.
import { setTimeout as delay } from 'node:timers/promises'
import type { Place, RemoteBrowser } from './remote-browser.ts'

const LIMIT_MS = 30_000
const PAUSE_MS = 100

/** Runs in the page. Looks into open shadow roots, too. */
const IN_PAGE = `
  const all = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  const isVisible = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0
  const textOf = (one) => (one.getAttribute('aria-label') || one.innerText || one.value || '').trim()
  const labelOf = (one) => (one.getAttribute('aria-label') ||
    (one.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id)?.innerText ?? '').join(' ').trim() ||
    one.labels?.[0]?.innerText || '').trim()
  const controls = {
    button: () => all(document).filter((one) => one.matches('button, a[href], [role=tab], [role=button], [role=option], summary') && isVisible(one) && textOf(one) === name),
    field: () => all(document).filter((one) => one.matches('input, textarea, [contenteditable=true]') && isVisible(one) && labelOf(one).replace(/\\s*\\*$/, '') === name),
  }
`

export type UserActions = ReturnType<typeof userActions>

/** Repeats until the question has an answer. @throws Error that names it when it has none within half a minute */
async function until<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = Date.now() + LIMIT_MS
  let last: unknown
  while (Date.now() < end) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      // The document may just be replaced by another one.
      last = error
    }
    await delay(PAUSE_MS)
  }
  throw new Error(`Not seen within ${LIMIT_MS / 1000} s: ${what}`, { cause: last })
}

/** Returns the actions of a user in this browser. */
export function userActions(browser: RemoteBrowser) {
  /** The middle of the last control of this name, which is the one of an open dialog, once it no longer moves. */
  const find = (kind: 'button' | 'field', name: string, place: Place) =>
    until(`${kind} “${name}”`, async () => {
      const position = `(() => { const name = ${JSON.stringify(name)}; ${IN_PAGE}
        const one = controls.${kind}().at(-1); if (!one) return ''
        one.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { x, y, width, height } = one.getBoundingClientRect()
        return JSON.stringify([Math.round(x + width / 2), Math.round(y + height / 2)]) })()`
      const first = await browser.evaluate(position, place)
      if (!first) return undefined
      await delay(PAUSE_MS)
      if ((await browser.evaluate(position, place)) !== first) return undefined
      const [x, y] = JSON.parse(first) as [number, number]
      return { x, y }
    })

  const press = async ({ x, y }: { x: number; y: number }, place: Place) =>
    browser.perform(
      [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x, y, origin: 'viewport' },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
      place,
    )

  return {
    open: browser.open,
    /** Presses a button, link, tab or option. */
    press: async (name: string, place: Place = 'page') => press(await find('button', name, place), place),
    /** Types into a field, after what is in it. */
    type: async (label: string, text: string, place: Place = 'page') => {
      await press(await find('field', label, place), place)
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await browser.perform([{ type: 'key', id: 'keyboard', actions }], place)
    },
    /** Waits until the text can be read. */
    see: (text: string, place: Place = 'page') =>
      until(`text “${text}”`, async () => {
        const seen = await browser.evaluate('document.body.innerText', place)
        return seen.includes(text) || undefined
      }),
    /** Returns all text of the page and of a frame in it, for a journey that failed. */
    shown: async () => {
      const text = (place: Place) => browser.evaluate('document.body.innerText', place).catch(() => '')
      return `${await text('page')}\n${await text('frame')}`.trim()
    },
    /** Waits until an expression is true. */
    check: (what: string, expression: string, place: Place = 'page') =>
      until(
        what,
        async () => (await browser.evaluate(`String(Boolean(${expression}))`, place)) === 'true' || undefined,
      ),
  }
}

/** Enter, as both protocols spell it. */
export const ENTER = '\uE007'
