import { DOMAIN_MAX } from '../contract.ts'

const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** The last label of a public name is letters, or an international one in its ASCII form. */
const TOP_LEVEL_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/** Reserved names that exist in no public DNS (RFC 6761, 6762, 8375). */
const RESERVED_NAMES = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa', 'lan', 'home'])

/**
 * Parses the host name of a domain that a user typed: lower-case, international names in ASCII form, without scheme and
 * path. Returns null for anything else: an IP address, a single word, a port, a reserved name.
 * @param options.local accepts names of the local machine as well: `help.localhost`
 */
export function parseHostName(typedDomain: string, options: { local: boolean }): string | null {
  const trimmedHost = typedDomain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '')
  if (!trimmedHost || /[\s@:\\[\]%]/.test(trimmedHost) || !URL.canParse(`http://${trimmedHost}`)) return null
  const asciiHost = new URL(`http://${trimmedHost}`).hostname
  const hostLabels = asciiHost.split('.')
  const topLabel = hostLabels.at(-1) ?? ''
  if (
    asciiHost.length > DOMAIN_MAX ||
    hostLabels.length < 2 ||
    !hostLabels.every((label) => HOST_LABEL.test(label)) ||
    !TOP_LEVEL_LABEL.test(topLabel)
  )
    return null
  return RESERVED_NAMES.has(topLabel) && !(options.local && topLabel === 'localhost') ? null : asciiHost
}

/** The host of a Host header: without its port, in lower case, without the root's dot. */
export const hostFromHeader = (hostHeader: string): string => hostHeader.toLowerCase().replace(/\.?(?::\d+)?$/, '')
