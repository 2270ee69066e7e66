// An address ends at white space, quotes, angle brackets, a backslash (browsers read it as a slash) or bold.
const ADDRESS_PATTERN = /https?:\/\/(?:(?!\*\*|\]\()[^\s<>"'`\\])+/iuy
const WEB_ADDRESS = /^https?:\/\/(?:[\p{L}\p{N}]|\[[0-9a-f:.]+\])[^/?#@\s<>"'`\\]*(?:[/?#][^\s<>"'`\\]*)?$/iu
const MAIL_ADDRESS = /^mailto:[\w.+%-]+@[\w.-]+$/iu
const OPENING_BRACKET: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Returns the bare address that begins at this position, without the sentence's punctuation; null when there is none. */
export function addressAt(sourceText: string, position: number): string | null {
  ADDRESS_PATTERN.lastIndex = position
  const [found] = ADDRESS_PATTERN.exec(sourceText) ?? []
  if (found === undefined) return null
  const address = withoutTrailingPunctuation(found)
  // "https://bank.example@evil.example" reads as the one and leads to the other.
  return WEB_ADDRESS.test(address) ? address : null
}

/** Returns the target of a link if it is safe to follow; relative ones are resolved against `base`. */
export function safeAddress(linkTarget: string, baseAddress: string | null | undefined): string | null {
  if (WEB_ADDRESS.test(linkTarget) || MAIL_ADDRESS.test(linkTarget)) return linkTarget
  if (!baseAddress || linkTarget === '' || /^[a-z][a-z0-9+.-]*:|^\/\//iu.test(linkTarget)) return null
  const safeHref = resolveTarget(linkTarget, baseAddress)
  return safeHref !== null && WEB_ADDRESS.test(safeHref) ? safeHref : null
}

/** A relative address on a page; the kernel has no URL of its own. */
function resolveTarget(linkTarget: string, baseAddress: string): string | null {
  const [page = ''] = baseAddress.split('#')
  const [, origin, path = ''] = /^(https?:\/\/[^/?#]+)([^?#]*)/iu.exec(page) ?? []
  if (origin === undefined) return null
  if (linkTarget.startsWith('#')) return page + linkTarget
  const [, named = '', rest = ''] = /^([^?#]*)(.*)$/su.exec(linkTarget) ?? []
  const baseFolder = named.startsWith('/') ? '' : path.slice(0, path.lastIndexOf('/') + 1)
  const pathSteps: string[] = []
  for (const pathStep of (named === '' ? path : baseFolder + named).split('/').slice(1)) {
    if (pathStep === '..') pathSteps.pop()
    else if (pathStep !== '.') pathSteps.push(pathStep)
  }
  if (/\/\.\.?$/u.test(named)) pathSteps.push('')
  return `${origin}/${baseFolder === '' && !named.startsWith('/') && path === '' ? named : pathSteps.join('/')}${rest}`
}

const hostOf = (address: string): string | undefined => /^https?:\/\/([^/?#]+)/iu.exec(address)?.[1]?.toLowerCase()

/** True when a link's label names another host than the link leads to. */
export function isDeceptive(label: string, safeHref: string): boolean {
  const shownAddress = addressAt(label.trim(), 0)
  return shownAddress !== null && hostOf(shownAddress) !== hostOf(safeHref)
}

/** The sentence's full stop and a bracket that opened before the address are not part of it. */
function withoutTrailingPunctuation(address: string): string {
  let addressEnd = address.length
  while (addressEnd > 0) {
    const lastCharacter = address[addressEnd - 1] ?? ''
    const openingBracket = OPENING_BRACKET[lastCharacter]
    const isStrayCharacter =
      openingBracket === undefined
        ? /[.,;:!?*_…]/u.test(lastCharacter)
        : !isBalanced(address, openingBracket, lastCharacter, addressEnd)
    if (!isStrayCharacter) break
    addressEnd -= 1
  }
  return address.slice(0, addressEnd)
}

function isBalanced(address: string, openingBracket: string, closingBracket: string, addressEnd: number): boolean {
  // Addresses are short; past this length a bracket at the end is never worth counting for.
  if (addressEnd > 2048) return false
  let bracketDepth = 0
  for (let characterIndex = 0; characterIndex < addressEnd; characterIndex += 1) {
    if (address[characterIndex] === openingBracket) bracketDepth += 1
    else if (address[characterIndex] === closingBracket) bracketDepth -= 1
  }
  return bracketDepth >= 0
}
