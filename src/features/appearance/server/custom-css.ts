import { type Rule, type Selector, type SelectorComponent, transform } from 'lightningcss'

/** Outermost element of the public page and of the frame. */
const PAGE_SELECTOR: SelectorComponent = { type: 'class', name: 'page' }

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
const LOADING_FUNCTIONS = /\b(?:url|src|image-set|image|cross-fade|expression|attr)\s*\(/i

/** Brackets inside brackets: the parser descends into each. */
const MAX_BRACKET_DEPTH = 24

function bracketDepth(styleSheet: string): number {
  let currentDepth = 0
  let deepestLevel = 0
  for (const character of styleSheet) {
    if ('([{'.includes(character)) currentDepth += 1
    else if (')]}'.includes(character)) currentDepth -= 1
    deepestLevel = Math.max(deepestLevel, currentDepth)
  }
  return deepestLevel
}

/** A style sheet that cannot be used, in words for its owner. */
class RefusedCss extends Error {}

const linePrefix = (lineNumber: number | undefined): string => (lineNumber === undefined ? '' : `Line ${lineNumber}: `)

const selectsPage = (component: SelectorComponent | undefined): boolean =>
  (component?.type === 'pseudo-class' && (component.kind === 'root' || component.kind === 'scope')) ||
  (component?.type === 'type' && ['html', 'body'].includes(component.name.toLowerCase())) ||
  (component?.type === 'class' && component.name === PAGE_SELECTOR.name)

/** The selector inside the page: `:root`, `html` and `body` mean the page itself. */
function scopeToPage(selector: Selector): Selector {
  const [first, ...rest] = selector
  return selectsPage(first)
    ? [PAGE_SELECTOR, ...rest]
    : [PAGE_SELECTOR, { type: 'combinator', value: 'descendant' }, ...selector]
}

/**
 * Parses an owner's style sheet and returns it with every rule limited to the page, or the reason why it cannot be
 * used. Nothing in it can load anything, and it cannot end the style element that contains it.
 */
export function sanitizeCss(styleSheet: string): { css: string } | { problem: string } {
  if (styleSheet.trim() === '') return { css: '' }
  if (bracketDepth(styleSheet) > MAX_BRACKET_DEPTH) return { problem: 'Too many brackets inside each other.' }
  let styleDepth = 0
  const refuseCss = (problemText: string, lineNumber?: number): never => {
    throw new RefusedCss(`${linePrefix(lineNumber)}${problemText}`)
  }
  try {
    const { code, warnings } = transform({
      filename: 'custom.css',
      code: Buffer.from(styleSheet),
      visitor: {
        Rule(rule) {
          if (rule.type === 'style') styleDepth += 1
          if (ALLOWED_RULES.has(rule.type)) return
          const ruleLocation = 'value' in rule && rule.value && 'loc' in rule.value ? rule.value.loc : undefined
          const ruleName = rule.type === 'unknown' ? rule.value.name : rule.type
          refuseCss(`@${ruleName} is not allowed.`, ruleLocation && ruleLocation.line + 1)
        },
        RuleExit(rule) {
          if (rule.type === 'style') styleDepth -= 1
        },
        Selector(selector) {
          if (styleDepth === 1) return scopeToPage(selector)
          // `html:has(&)` would leave the page.
          const innerSelector = selector[0]?.type === 'nesting' ? selector.slice(1) : selector
          if (JSON.stringify(innerSelector).includes('"type":"nesting"')) refuseCss('“&” is allowed only at the start.')
          return selector
        },
        Url: ({ loc }) => refuseCss('url() is not allowed.', loc.line),
      },
    })
    const [warning] = warnings
    if (warning) refuseCss(`${warning.message}.`, warning.loc.line)
    const printedCss = code.toString()
    if (LOADING_FUNCTIONS.test(printedCss))
      refuseCss('Functions that load something, such as image-set(), are not allowed.')
    if (/<[/!]/.test(printedCss)) refuseCss('“</” and “<!” are not allowed.')
    return { css: printedCss }
  } catch (parseError) {
    if (parseError instanceof RefusedCss) return { problem: parseError.message }
    const { message, loc } = parseError as { message?: string; loc?: { line?: number } }
    return { problem: `${linePrefix(loc?.line)}${message ?? 'This cannot be read as CSS'}.` }
  }
}
