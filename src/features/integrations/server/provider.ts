import type { DocumentImage, SourceText } from '../../knowledge/server/index.ts'
import type { Browsed, Chosen } from '../contract.ts'

/** Credentials of an integration. They are encrypted before they are stored, and never logged. */
export interface Credentials {
  accessToken: string
  /** Null where the access token lasts. */
  refreshToken: string | null
  /** Expiry of the access token in milliseconds; null when it does not expire. */
  expiresAt: number | null
}

/** Result of a completed consent. */
export interface AccessGrant {
  credentials: Credentials
  /** Name of the account, so that users recognize it. */
  accountName: string
}

/** Signing in at the provider: authorization code, with PKCE where the provider has it. */
export interface ProviderOAuth {
  /** Returns the consent URL. `challenge` is of PKCE, S256. */
  authorizeUrl(options: { state: string; redirectUri: string; challenge: string }): string
  /** @throws AccessEnded for a code that is refused; ProviderDown */
  exchange(options: { code: string; redirectUri: string; verifier: string; signal: AbortSignal }): Promise<AccessGrant>
  /** @throws AccessEnded where the refresh token is worth nothing any more; ProviderDown */
  renew(credentials: Credentials, signal: AbortSignal): Promise<Credentials>
  /** Gives the access back. */
  revoke(credentials: Credentials, signal: AbortSignal): Promise<void>
}

/** Calls the provider with an access token; one that it refuses is renewed once, and the call repeated. */
export type WithAccess = <T>(call: (accessToken: string, signal: AbortSignal) => Promise<T>) => Promise<T>

/** Context of a provider during a run. */
export interface ProviderPass {
  withAccess: WithAccess
  signal: AbortSignal
  /** Selected items; null for everything that the provider shows. */
  chosen: Chosen[] | null
  /** Cursor of the last complete run; null to list everything. */
  cursor: string | null
  /** Returns the state of an item and the version that was read; undefined for a new item. */
  known(externalId: string): { state: string; version: string | null } | undefined
  /** The ids of all that is known. */
  knownIds(): Iterable<string>
  /** Reads a file as uploads are read. Throws ItemUnreadable with the reason. */
  readFile(file: { name: string; bytes: Uint8Array }): Promise<ReadItem>
}

/** An item that is there. With the same `version` as before it is not read again. */
export interface FoundItem {
  id: string
  title: string
  /** URL that answers link to. */
  url: string | null
  version: string
  /** Why it is not read at all: its kind, its size. */
  skip?: string
  /** Provider-specific data for `read`. */
  detail?: unknown
}

export interface ReadItem {
  text: SourceText
  /** Images that the text has marks of. */
  images?: readonly DocumentImage[] | undefined
  /** Note for the owner about how the item was read. */
  note: string | null
}

/** An entry of a listing: an existing item, or the id of a deleted one. */
export type ListedItem = FoundItem | { goneId: string }

/** Result of a listing. */
export interface ListingEnd {
  /** True: everything there is was listed, so what was not is gone. False: these were the changes since `cursor`. */
  complete: boolean
  /** Handed to the next pass; null where there is no feed of changes. */
  cursor: string | null
}

/** An external service that can be connected. Its folder is named after its entry in the registry of source kinds. */
export interface Provider {
  /** Null where the operator has not set it up; then `missing` says what must be set. */
  oauth: ProviderOAuth | null
  missing: readonly string[]
  /** Proves a pasted token; null where the provider has none such. @throws AccessEnded, ProviderDown */
  checkToken: ((token: string, signal: AbortSignal) => Promise<AccessGrant>) | null
  /** A level of what can be chosen, or what a search finds. @throws AccessEnded, ProviderDown */
  browse(
    options: { parent: string | null; q: string; cursor: string | null },
    withAccess: WithAccess,
  ): Promise<{ items: Browsed[]; next_cursor: string | null }>
  /** Lists what is to be imported. @throws AccessEnded, ProviderDown */
  list(pass: ProviderPass): AsyncGenerator<ListedItem, ListingEnd>
  /** One item as a listing gives it, for reading it once more; null where it is gone. @throws AccessEnded, ProviderDown */
  find(id: string, pass: ProviderPass): Promise<FoundItem | null>
  /** @throws ItemSkipped, ItemUnreadable, ItemGone; AccessEnded, ProviderDown */
  read(item: FoundItem, pass: ProviderPass): Promise<ReadItem>
}

/** Thrown when the provider rejects the credentials: the integration must be connected again. */
export class AccessEnded extends Error {
  override name = 'AccessEnded'
}

/** The access token is over or was refused; renewing it may help. Thrown inside of `withAccess`. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
}

/** The provider does not answer, or not as it should: later it may. The message is for people. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

/** This item cannot be read, in a sentence that its owner understands; `lasting`: until it changes. */
export class ItemUnreadable extends Error {
  override name = 'ItemUnreadable'
  readonly lasting: boolean
  constructor(unreadableReason: string, unreadableOptions: { lasting: boolean }) {
    super(unreadableReason)
    this.lasting = unreadableOptions.lasting
  }
}

/** There is nothing in this item to read, until it changes; the reason in a sentence. */
export class ItemSkipped extends Error {
  override name = 'ItemSkipped'
}

/** The item went away between being listed and being read. */
export class ItemGone extends Error {
  override name = 'ItemGone'
}
