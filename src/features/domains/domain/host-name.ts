import { DOMAIN_MAX } from '../contract.ts'

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** The last label of a public name is letters, or an international one in its ASCII form. */
const TOP = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/** Reserved names that exist in no public DNS (RFC 6761, 6762, 8375). */
const SPECIAL = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa', 'lan', 'home'])

/**
 * Parses the host name of a domain that a user typed: lower-case, international names in ASCII form, without scheme and
 * path. Returns null for anything else: an IP address, a single word, a port, a reserved name.
 * @param o.local accepts names of the local machine as well: `help.localhost`
 */
export function hostName(typed: string, options: { local: boolean }): string | null {
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
  return SPECIAL.has(top) && !(options.local && top === 'localhost') ? null : host
}

/** The host of a Host header: without its port, in lower case, without the root's dot. */
export const hostOfHeader = (header: string): string => header.toLowerCase().replace(/\.?(?::\d+)?$/, '')
