import { DOMAIN_MAX } from '../contract.ts'

declare const URL: { new (text: string): { hostname: string }; canParse(text: string): boolean }

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** The last label of a public name is letters, or an international one in its ASCII form. */
const TOP = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/** Names that are never anybody's on the internet (RFC 6761, 6762, 8375). */
const SPECIAL = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa', 'lan', 'home'])

/**
 * The host of what somebody typed for their domain: in lower case, international names in ASCII form, a scheme and a
 * path dropped. Null where it is no host name: an address, a single word, a port, a name that no one can own.
 *
 * @param o.local names of the own machine are wanted as well: `help.localhost`
 */
export function hostName(typed: string, o: { local: boolean }): string | null {
  const text = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '')
  if (!text || /[\s@:\\[\]%]/.test(text) || !URL.canParse(`http://${text}`)) return null
  const host = new URL(`http://${text}`).hostname
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  if (host.length > DOMAIN_MAX || labels.length < 2 || !labels.every((label) => LABEL.test(label)) || !TOP.test(top))
    return null
  return SPECIAL.has(top) && !(o.local && top === 'localhost') ? null : host
}

/** The host of a Host header: without its port, in lower case, without the root's dot. */
export const hostOfHeader = (header: string): string => header.toLowerCase().replace(/\.?(?::\d+)?$/, '')
