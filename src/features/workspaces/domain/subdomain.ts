import { slugify } from '../../../kernel/text.ts'

declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T }

export const SUBDOMAIN_MIN = 3
export const SUBDOMAIN_MAX = 50

/** Names that a workspace never gets: hosts and paths that an operator or the product itself may need. */
export const RESERVED_SUBDOMAINS: ReadonlySet<string> = new Set(
  `about abuse access account accounts active admin administrator answerloom answers api app apps asset assets
   auth autoconfig autodiscover backup beta billing blog bot calendar careers cdn changelog chat checkout client
   cloud community config contact content customer customers dashboard data db demo design dev developer developers
   dns docs documentation download downloads edge email embed event events faq faqs feedback file files forum frame
   frontend ftp git gateway graphql health healthz help helpdesk home host hostmaster hosting hub image images imap
   img info integration integrations internal invoice invoices jobs knowledge lab legal live local localhost login
   logout mail mailer media messages metrics mobile monitor monitoring mta mx network new news newsletter noreply
   ns ns1 ns2 ns3 oauth office official ops outbox owner page pages panel pay payment payments play plugin pop pop3
   portal postmaster press preview pricing privacy prod production profile proxy public queue readyz realtime
   register registry remote reset root rpc sales sandbox script search secure security server service services
   session settings setup shop signin signup site sitemap smtp socket sql sso staff stage staging stat static stats
   status storage store subscribe support survey sync system team teams terms test testing tls tools trial trust
   update updates upload uploads user users vault verify video vpn web webhook webhooks webmail website widget
   widgets wiki workspace workspaces www www1 www2 xml`.split(/\s+/),
)

const SUBDOMAIN_FORMAT = /^[a-z0-9](?:[a-z0-9]|-(?!-))*[a-z0-9]$/

/** 3 to 50 lower-case Latin letters, digits and single hyphens, none at an end, and not a reserved name. */
export const isValidSubdomain = (subdomain: string): boolean =>
  subdomain.length >= SUBDOMAIN_MIN &&
  subdomain.length <= SUBDOMAIN_MAX &&
  SUBDOMAIN_FORMAT.test(subdomain) &&
  !RESERVED_SUBDOMAINS.has(subdomain)

/** No vowels and nothing that is mistaken for something else, so that chance spells no words. */
const SUFFIX_CHARACTERS = 'bcdfghjkmnpqrstvwxz23456789'

function randomSuffix(): string {
  const randomBytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(randomBytes, (byte) => SUFFIX_CHARACTERS[byte % SUFFIX_CHARACTERS.length]).join('')
}

const NUMBERED = 20

/**
 * Subdomains for a workspace of this name, the nicest first, without end: the name, the name with -2 … -20, then
 * with chance letters. A name of which no Latin letter or digit survives gives `help-` and chance letters. Every one
 * of them is valid; whether it is free is for the caller to find out.
 */
export function* subdomainCandidates(
  workspaceName: string,
  createSuffix: () => string = randomSuffix,
): Generator<string, never> {
  const nameSlug = slugify(workspaceName, SUBDOMAIN_MAX)
  const nameStem = nameSlug.length > 0 && nameSlug.length < SUBDOMAIN_MIN ? `${nameSlug}-help` : nameSlug
  const suffixed = (suffix: string) => `${slugify(nameStem, SUBDOMAIN_MAX - suffix.length - 1)}-${suffix}`
  if (nameStem) {
    if (isValidSubdomain(nameStem)) yield nameStem
    for (let suffixNumber = 2; suffixNumber <= NUMBERED; suffixNumber++) {
      const candidate = suffixed(String(suffixNumber))
      if (isValidSubdomain(candidate)) yield candidate
    }
  }
  for (;;) yield nameStem ? suffixed(createSuffix()) : `help-${createSuffix()}`
}
