import { formatNumber } from '../../../kernel/format.ts'
import {
  type ImageServices,
  type ItemOrigin,
  insertItems,
  type KnownItem,
  knownItems,
  markItemsUnchanged,
  recordItemFailure,
  removeItems,
  saveItem,
} from '../../knowledge/server/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { MAX_LISTED_PROBLEMS, type RunProblem } from '../contract.ts'
import type { RegisteredProvider } from './load-providers.ts'
import {
  type FoundItem,
  ItemGone,
  ItemSkipped,
  ItemUnreadable,
  type ListingEnd,
  ProviderDown,
  type ProviderPass,
} from './provider.ts'

export interface PassCounts {
  /** Items known so far, and those of them that have been dealt with. */
  found: number
  done: number
  added: number
  updated: number
  unchanged: number
  removed: number
  skipped: number
  failed: number
}

export interface PassState {
  counts: PassCounts
  /** The first of the items that were skipped or failed. */
  problems: RunProblem[]
}

interface Pass {
  ctx: WorkspaceContext
  images: ImageServices
  origin: ItemOrigin
  provider: RegisteredProvider
  /** The provider's context without the known items, which are added here. */
  pass: Omit<ProviderPass, 'known' | 'knownIds'>
  /** Maximum number of items. */
  itemsMax: number
  /** Called after each item with what has come of the pass so far. */
  progress(state: PassState): Promise<void>
}

/** Items on their way at the same time. */
const SIDE_BY_SIDE = 3
/** Maximum number of consecutive failures; more count as an outage of the provider. */
const DOWN_AFTER = 3

/**
 * Runs one import. Every item found gets a row in the ledger, and every item read is stored at once, so that a
 * restarted run finds it unchanged. Items are removed only when the listing reports them as deleted.
 * @returns the counts, and the cursor for the next run
 * @throws AccessEnded, ProviderDown: content imported before stays
 */
export async function runPass(options: Pass): Promise<PassState & { cursor: string | null }> {
  const { ctx, images, origin, provider } = options
  const known = await knownItems(ctx, origin)
  const pass: ProviderPass = { ...options.pass, known: (id) => known.get(id), knownIds: () => known.keys() }
  const counts: PassCounts = {
    found: 0,
    done: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    skipped: 0,
    failed: 0,
  }
  const state: PassState = { counts, problems: [] }
  let down = 0

  const reportItem = (item: FoundItem, outcome: 'skipped' | 'failed', reason: string) => {
    counts[outcome]++
    if (state.problems.length < MAX_LISTED_PROBLEMS)
      state.problems.push({ title: item.title, url: item.url, state: outcome, reason })
  }

  async function note(item: FoundItem, outcome: 'skipped' | 'failed', reason: string, lasting: boolean) {
    reportItem(item, outcome, reason)
    const version = lasting ? item.version : null
    // The former content is no longer valid, so it is removed.
    if (await recordItemFailure(images, ctx, origin, asListed(item), { state: outcome, reason, version }))
      counts.removed++
  }

  async function readOne(item: FoundItem, before: KnownItem | undefined): Promise<void> {
    if (item.skip !== undefined) return note(item, 'skipped', item.skip, true)
    try {
      const read = await provider.read(item, pass)
      down = 0
      const saved = { ...asListed(item), version: item.version, ...read }
      const kept = await saveItem(images, ctx, origin, saved, pass.signal)
      if (kept === 'same') counts.unchanged++
      else if (kept === 'written') counts[before?.state === 'ready' ? 'updated' : 'added']++
    } catch (error) {
      if (error instanceof ItemGone) {
        gone.add(item.id)
        return
      }
      if (error instanceof ItemSkipped) return note(item, 'skipped', error.message, true)
      if (error instanceof ItemUnreadable) return note(item, 'failed', error.message, error.lasting)
      if (!(error instanceof ProviderDown) || ++down >= DOWN_AFTER) throw error
      await note(item, 'failed', error.message, false)
    }
  }

  const { items, gone, end } = await listAll(options, pass, known, (found) => {
    counts.found = found
    return options.progress(state)
  })
  const toRead: FoundItem[] = []
  const seen: string[] = []
  let kept = 0
  for (const item of items.values()) {
    const before = known.get(item.id)
    if (before?.state === 'excluded') counts.done++
    else if (item.skip === undefined && ++kept > options.itemsMax) {
      await note(item, 'skipped', limitReason(options.itemsMax), false)
      counts.done++
    } else if (isAsBefore(before, item)) {
      if (before?.state === 'ready') counts.unchanged++
      else reportItem(item, before?.state === 'failed' ? 'failed' : 'skipped', before?.reason ?? '')
      seen.push(item.id)
      counts.done++
    } else toRead.push(item)
  }
  await markItemsUnchanged(ctx, origin, seen)
  await options.progress(state)

  const waiting = toRead.values()
  const work = async () => {
    for (const item of waiting) {
      pass.signal.throwIfAborted()
      await readOne(item, known.get(item.id))
      counts.done++
      await options.progress(state)
    }
  }
  const workers = Array.from({ length: SIDE_BY_SIDE }, work)
  const [failure] = (await Promise.allSettled(workers)).filter((one) => one.status === 'rejected')
  if (failure) throw failure.reason

  counts.removed += await removeItems(images, ctx, origin, [...gone])
  return { ...state, cursor: end.cursor }
}

const asListed = ({ id, title, url }: FoundItem) => ({ externalId: id, title, url })

/** The current version was read before, or is known to be unreadable. */
const isAsBefore = (before: KnownItem | undefined, item: FoundItem): boolean =>
  before !== undefined && before.version === item.version && ['ready', 'skipped', 'failed'].includes(before.state)

const limitReason = (max: number): string => `It is over the limit of ${formatNumber(max)} items of a service.`

/** Items entered together. */
const AT_ONCE = 100

/** Lists to the end before anything is read, so that it is known how much there is to do. */
async function listAll(
  { ctx, origin, provider }: Pass,
  pass: ProviderPass,
  known: ReadonlyMap<string, KnownItem>,
  found: (count: number) => Promise<void>,
): Promise<{ items: Map<string, FoundItem>; gone: Set<string>; end: ListingEnd }> {
  const items = new Map<string, FoundItem>()
  const gone = new Set<string>()
  let news: FoundItem[] = []
  const enter = async () => {
    await insertItems(ctx, origin, news.map(asListed))
    news = []
    await found(items.size)
  }
  const add = async (item: FoundItem) => {
    if (!items.has(item.id) && !known.has(item.id)) news.push(item)
    items.set(item.id, item)
    if (news.length >= AT_ONCE) await enter()
  }

  const listing = provider.list(pass)
  let step = await listing.next()
  for (; !step.done; step = await listing.next()) {
    pass.signal.throwIfAborted()
    if ('goneId' in step.value) {
      gone.add(step.value.goneId)
      items.delete(step.value.goneId)
    } else {
      gone.delete(step.value.id)
      await add(step.value)
    }
  }
  for (const [id, { state, version }] of known) {
    if (items.has(id) || gone.has(id)) continue
    if (step.value.complete) gone.add(id)
    // Nothing has changed there, but it waits to be read, or could not be had the last time.
    else if (state === 'queued' || state === 'processing' || (state === 'failed' && version === null)) {
      const item = await provider.find(id, pass)
      if (item) await add(item)
      else gone.add(id)
    }
  }
  await enter()
  return { items, gone, end: step.value }
}
