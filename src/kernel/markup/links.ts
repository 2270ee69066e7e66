// An address ends at white space, quotes, angle brackets, a backslash (browsers read it as a slash) or bold.
const ADDRESS = /https?:\/\/(?:(?!\*\*|\]\()[^\s<>"'`\\])+/iuy
const HOST = /^https?:\/\/(?:[\p{L}\p{N}]|\[[0-9a-f:.]+\])[^/?#@\s<>"'`\\]*(?:[/?#][^\s<>"'`\\]*)?$/iu
const MAIL = /^mailto:[\w.+%-]+@[\w.-]+$/iu
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Returns the bare address that begins at this position, without the sentence's punctuation; null when there is none. */
export function addressAt(text: string, position: number): string | null {
  ADDRESS.lastIndex = position
  const [found] = ADDRESS.exec(text) ?? []
  if (found === undefined) return null
  const address = withoutTrailingPunctuation(found)
  // "https://bank.example@evil.example" reads as the one and leads to the other.
  return HOST.test(address) ? address : null
}

/** Returns the target of a link if it is safe to follow; relative ones are resolved against `base`. */
export function safeAddress(target: string, base: string | null | undefined): string | null {
  if (HOST.test(target) || MAIL.test(target)) return target
  if (!base || target === '' || /^[a-z][a-z0-9+.-]*:|^\/\//iu.test(target)) return null
  const href = resolved(target, base)
  return href !== null && HOST.test(href) ? href : null
}

/** A relative address on a page; the kernel has no URL of its own. */
function resolved(target: string, base: string): string | null {
  const [page = ''] = base.split('#')
  const [, origin, path = ''] = /^(https?:\/\/[^/?#]+)([^?#]*)/iu.exec(page) ?? []
  if (origin === undefined) return null
  if (target.startsWith('#')) return page + target
  const [, named = '', rest = ''] = /^([^?#]*)(.*)$/su.exec(target) ?? []
  const folder = named.startsWith('/') ? '' : path.slice(0, path.lastIndexOf('/') + 1)
  const steps: string[] = []
  for (const step of (named === '' ? path : folder + named).split('/').slice(1)) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  if (/\/\.\.?$/u.test(named)) steps.push('')
  return `${origin}/${folder === '' && !named.startsWith('/') && path === '' ? named : steps.join('/')}${rest}`
}

const hostOf = (address: string): string | undefined => /^https?:\/\/([^/?#]+)/iu.exec(address)?.[1]?.toLowerCase()

/** True when a link's label names another host than the link leads to. */
export function isDeceptive(label: string, href: string): boolean {
  const shown = addressAt(label.trim(), 0)
  return shown !== null && hostOf(shown) !== hostOf(href)
}

/** The sentence's full stop and a bracket that opened before the address are not part of it. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length
  while (end > 0) {
    const last = address[end - 1] ?? ''
    const opening = OPENING[last]
    const isStray = opening === undefined ? /[.,;:!?*_…]/u.test(last) : !isBalanced(address, opening, last, end)
    if (!isStray) break
    end -= 1
  }
  return address.slice(0, end)
}

function isBalanced(address: string, opening: string, closing: string, end: number): boolean {
  // Addresses are short; past this length a bracket at the end is never worth counting for.
  if (end > 2048) return false
  let depth = 0
  for (let index = 0; index < end; index += 1) {
    if (address[index] === opening) depth += 1
    else if (address[index] === closing) depth -= 1
  }
  return depth >= 0
}
