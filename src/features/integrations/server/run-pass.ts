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

interface PassOptions {
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
const CONCURRENT_READS = 3
/** Maximum number of consecutive failures; more count as an outage of the provider. */
const FAILURES_MAX = 3

/**
 * Runs one import. Every item found gets a row in the ledger, and every item read is stored at once, so that a
 * restarted run finds it unchanged. Items are removed only when the listing reports them as deleted.
 * @returns the counts, and the cursor for the next run
 * @throws AccessEnded, ProviderDown: content imported before stays
 */
export async function runPass(passOptions: PassOptions): Promise<PassState & { cursor: string | null }> {
  const { ctx, images, origin, provider } = passOptions
  const knownById = await knownItems(ctx, origin)
  const providerPass: ProviderPass = {
    ...passOptions.pass,
    known: (externalId) => knownById.get(externalId),
    knownIds: () => knownById.keys(),
  }
  const passCounts: PassCounts = {
    found: 0,
    done: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    skipped: 0,
    failed: 0,
  }
  const passState: PassState = { counts: passCounts, problems: [] }
  let consecutiveFailures = 0

  const reportItem = (foundItem: FoundItem, outcome: 'skipped' | 'failed', problemReason: string) => {
    passCounts[outcome]++
    if (passState.problems.length < MAX_LISTED_PROBLEMS)
      passState.problems.push({ title: foundItem.title, url: foundItem.url, state: outcome, reason: problemReason })
  }

  async function recordProblem(
    foundItem: FoundItem,
    outcome: 'skipped' | 'failed',
    problemReason: string,
    isLasting: boolean,
  ) {
    reportItem(foundItem, outcome, problemReason)
    const failedVersion = isLasting ? foundItem.version : null
    // The former content is no longer valid, so it is removed.
    if (
      await recordItemFailure(images, ctx, origin, ledgerItemOf(foundItem), {
        state: outcome,
        reason: problemReason,
        version: failedVersion,
      })
    )
      passCounts.removed++
  }

  async function importItem(foundItem: FoundItem, knownItem: KnownItem | undefined): Promise<void> {
    if (foundItem.skip !== undefined) return recordProblem(foundItem, 'skipped', foundItem.skip, true)
    try {
      const readItem = await provider.read(foundItem, providerPass)
      consecutiveFailures = 0
      const itemToSave = { ...ledgerItemOf(foundItem), version: foundItem.version, ...readItem }
      const saveResult = await saveItem(images, ctx, origin, itemToSave, providerPass.signal)
      if (saveResult === 'same') passCounts.unchanged++
      else if (saveResult === 'written') passCounts[knownItem?.state === 'ready' ? 'updated' : 'added']++
    } catch (readError) {
      if (readError instanceof ItemGone) {
        gone.add(foundItem.id)
        return
      }
      if (readError instanceof ItemSkipped) return recordProblem(foundItem, 'skipped', readError.message, true)
      if (readError instanceof ItemUnreadable)
        return recordProblem(foundItem, 'failed', readError.message, readError.lasting)
      if (!(readError instanceof ProviderDown) || ++consecutiveFailures >= FAILURES_MAX) throw readError
      await recordProblem(foundItem, 'failed', readError.message, false)
    }
  }

  const { items, gone, end } = await listAll(passOptions, providerPass, knownById, (foundCount) => {
    passCounts.found = foundCount
    return passOptions.progress(passState)
  })
  const itemsToRead: FoundItem[] = []
  const unchangedIds: string[] = []
  let acceptedCount = 0
  for (const foundItem of items.values()) {
    const knownItem = knownById.get(foundItem.id)
    if (knownItem?.state === 'excluded') passCounts.done++
    else if (foundItem.skip === undefined && ++acceptedCount > passOptions.itemsMax) {
      await recordProblem(foundItem, 'skipped', limitReason(passOptions.itemsMax), false)
      passCounts.done++
    } else if (isUnchanged(knownItem, foundItem)) {
      if (knownItem?.state === 'ready') passCounts.unchanged++
      else reportItem(foundItem, knownItem?.state === 'failed' ? 'failed' : 'skipped', knownItem?.reason ?? '')
      unchangedIds.push(foundItem.id)
      passCounts.done++
    } else itemsToRead.push(foundItem)
  }
  await markItemsUnchanged(ctx, origin, unchangedIds)
  await passOptions.progress(passState)

  const waitingItems = itemsToRead.values()
  const readWaiting = async () => {
    for (const foundItem of waitingItems) {
      providerPass.signal.throwIfAborted()
      await importItem(foundItem, knownById.get(foundItem.id))
      passCounts.done++
      await passOptions.progress(passState)
    }
  }
  const workers = Array.from({ length: CONCURRENT_READS }, readWaiting)
  const [failure] = (await Promise.allSettled(workers)).filter((workerResult) => workerResult.status === 'rejected')
  if (failure) throw failure.reason

  passCounts.removed += await removeItems(images, ctx, origin, [...gone])
  return { ...passState, cursor: end.cursor }
}

const ledgerItemOf = ({ id, title, url }: FoundItem) => ({ externalId: id, title, url })

/** The current version was read before, or is known to be unreadable. */
const isUnchanged = (knownItem: KnownItem | undefined, foundItem: FoundItem): boolean =>
  knownItem !== undefined &&
  knownItem.version === foundItem.version &&
  ['ready', 'skipped', 'failed'].includes(knownItem.state)

const limitReason = (itemsMax: number): string =>
  `It is over the limit of ${formatNumber(itemsMax)} items of a service.`

/** Items entered together. */
const INSERT_BATCH_SIZE = 100

/** Lists to the end before anything is read, so that it is known how much there is to do. */
async function listAll(
  { ctx, origin, provider }: PassOptions,
  providerPass: ProviderPass,
  knownById: ReadonlyMap<string, KnownItem>,
  reportFound: (count: number) => Promise<void>,
): Promise<{ items: Map<string, FoundItem>; gone: Set<string>; end: ListingEnd }> {
  const itemsById = new Map<string, FoundItem>()
  const goneIds = new Set<string>()
  let newItems: FoundItem[] = []
  const insertNewItems = async () => {
    await insertItems(ctx, origin, newItems.map(ledgerItemOf))
    newItems = []
    await reportFound(itemsById.size)
  }
  const addItem = async (foundItem: FoundItem) => {
    if (!itemsById.has(foundItem.id) && !knownById.has(foundItem.id)) newItems.push(foundItem)
    itemsById.set(foundItem.id, foundItem)
    if (newItems.length >= INSERT_BATCH_SIZE) await insertNewItems()
  }

  const listing = provider.list(providerPass)
  let listingStep = await listing.next()
  for (; !listingStep.done; listingStep = await listing.next()) {
    providerPass.signal.throwIfAborted()
    if ('goneId' in listingStep.value) {
      goneIds.add(listingStep.value.goneId)
      itemsById.delete(listingStep.value.goneId)
    } else {
      goneIds.delete(listingStep.value.id)
      await addItem(listingStep.value)
    }
  }
  for (const [id, { state, version }] of knownById) {
    if (itemsById.has(id) || goneIds.has(id)) continue
    if (listingStep.value.complete) goneIds.add(id)
    // Nothing has changed there, but it waits to be read, or could not be had the last time.
    else if (state === 'queued' || state === 'processing' || (state === 'failed' && version === null)) {
      const pendingItem = await provider.find(id, providerPass)
      if (pendingItem) await addItem(pendingItem)
      else goneIds.add(id)
    }
  }
  await insertNewItems()
  return { items: itemsById, gone: goneIds, end: listingStep.value }
}
