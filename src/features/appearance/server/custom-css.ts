import { type Rule, type Selector, type SelectorComponent, transform } from 'lightningcss'

/** Outermost element of the public page and of the frame. */
const PAGE: SelectorComponent = { type: 'class', name: 'page' }

/** Nothing else is needed for a look; imports, fonts and unknown rules could load or do more. */
const ALLOWED_RULES: ReadonlySet<Rule['type']> = new Set([
  'style',
  'media',
  'supports',
  'container',
  'keyframes',
  'layer-block',
  'starting-style',
  'nested-declarations',
])

/** Functions that load something, in the printed style sheet, where names have no escapes. */
const LOADS = /\b(?:url|src|image-set|image|cross-fade|expression|attr)\s*\(/i

/** Brackets inside brackets: the parser descends into each. */
const MAX_DEPTH = 24

function depthOf(css: string): number {
  let depth = 0
  let deepest = 0
  for (const character of css) {
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** A style sheet that cannot be used, in words for its owner. */
class RefusedCss extends Error {}

const lineOf = (line: number | undefined): string => (line === undefined ? '' : `Line ${line}: `)

const isPage = (component: SelectorComponent | undefined): boolean =>
  (component?.type === 'pseudo-class' && (component.kind === 'root' || component.kind === 'scope')) ||
  (component?.type === 'type' && ['html', 'body'].includes(component.name.toLowerCase())) ||
  (component?.type === 'class' && component.name === PAGE.name)

/** The selector inside the page: `:root`, `html` and `body` mean the page itself. */
function scoped(selector: Selector): Selector {
  const [first, ...rest] = selector
  return isPage(first) ? [PAGE, ...rest] : [PAGE, { type: 'combinator', value: 'descendant' }, ...selector]
}

/**
 * Parses an owner's style sheet and returns it with every rule limited to the page, or the reason why it cannot be
 * used. Nothing in it can load anything, and it cannot end the style element that contains it.
 */
export function sanitizeCss(css: string): { css: string } | { problem: string } {
  if (css.trim() === '') return { css: '' }
  if (depthOf(css) > MAX_DEPTH) return { problem: 'Too many brackets inside each other.' }
  let depth = 0
  const refuse = (message: string, line?: number): never => {
    throw new RefusedCss(`${lineOf(line)}${message}`)
  }
  try {
    const { code, warnings } = transform({
      filename: 'custom.css',
      code: Buffer.from(css),
      visitor: {
        Rule(rule) {
          if (rule.type === 'style') depth += 1
          if (ALLOWED_RULES.has(rule.type)) return
          const loc = 'value' in rule && rule.value && 'loc' in rule.value ? rule.value.loc : undefined
          const name = rule.type === 'unknown' ? rule.value.name : rule.type
          refuse(`@${name} is not allowed.`, loc && loc.line + 1)
        },
        RuleExit(rule) {
          if (rule.type === 'style') depth -= 1
        },
        Selector(selector) {
          if (depth === 1) return scoped(selector)
          // `html:has(&)` would leave the page.
          const inner = selector[0]?.type === 'nesting' ? selector.slice(1) : selector
          if (JSON.stringify(inner).includes('"type":"nesting"')) refuse('“&” is allowed only at the start.')
          return selector
        },
        Url: ({ loc }) => refuse('url() is not allowed.', loc.line),
      },
    })
    const [warning] = warnings
    if (warning) refuse(`${warning.message}.`, warning.loc.line)
    const printed = code.toString()
    if (LOADS.test(printed)) refuse('Functions that load something, such as image-set(), are not allowed.')
    if (/<[/!]/.test(printed)) refuse('“</” and “<!” are not allowed.')
    return { css: printed }
  } catch (error) {
    if (error instanceof RefusedCss) return { problem: error.message }
    const { message, loc } = error as { message?: string; loc?: { line?: number } }
    return { problem: `${lineOf(loc?.line)}${message ?? 'This cannot be read as CSS'}.` }
  }
}
