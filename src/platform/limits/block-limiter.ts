import { createLimiter, type Limiter, type LimiterDatabase, type LimitRule } from './limiter.ts'

/** Blocks that a limit is divided into. */
const BLOCKS = 30
/** Keys whose blocks are remembered; expired ones are deleted beyond that. */
const KEYS_MAX = 10_000

/** Points of a key that this process may still grant. */
interface Block {
  points: number
  /** Points that are left for all processes. */
  remaining: number
  /** Milliseconds since the epoch. */
  endsAt: number
}

/** Calls of an API key in a window: `consume` alone, which is all that they need. */
export type BlockLimiter = Pick<Limiter, 'consume'>

/** Points of a block: one point for small limits. */
export const blockSize = ({ points }: LimitRule): number => Math.max(1, Math.floor(points / BLOCKS))

/**
 * A rate limit that processes share with one write per block of points: a process takes a block in the table
 * `rate_limits` and grants its points from memory. Together they never grant more than the limit. The last points of a
 * window may be in a block that another process does not use up.
 */
export function createBlockLimiter(database: LimiterDatabase, name: string, rule: LimitRule): BlockLimiter {
  const shared = createLimiter(database, name, rule)
  const size = blockSize(rule)
  const blocks = new Map<string, Block>()
  const loading = new Map<string, Promise<void>>()

  function deleteExpired(now: number): void {
    if (blocks.size < KEYS_MAX) return
    for (const [key, { endsAt }] of blocks) if (endsAt <= now) blocks.delete(key)
  }

  async function takeBlock(key: string): Promise<void> {
    const state = await shared.consume(key, size)
    const now = Date.now()
    deleteExpired(now)
    blocks.set(key, {
      points: state && !state.isExceeded ? size : 0,
      remaining: state?.remaining ?? 0,
      endsAt: now + (state?.resetSeconds ?? 1) * 1000,
    })
  }

  /** Calls of the same key wait for the same block. */
  function takeBlockOnce(key: string): Promise<void> {
    const open = loading.get(key)
    if (open) return open
    const taking = takeBlock(key).finally(() => loading.delete(key))
    loading.set(key, taking)
    return taking
  }

  /** A used block is replaced while there is more for all processes; after that the key waits for the next window. */
  const isCurrent = (block: Block | undefined): block is Block =>
    block !== undefined && block.endsAt > Date.now() && (block.points > 0 || block.remaining < size)

  return {
    async consume(key) {
      let block = blocks.get(key)
      while (!isCurrent(block)) {
        await takeBlockOnce(key)
        block = blocks.get(key)
      }
      const isExceeded = block.points === 0
      if (!isExceeded) block.points--
      const resetSeconds = Math.max(1, Math.ceil((block.endsAt - Date.now()) / 1000))
      return { remaining: block.points + block.remaining, resetSeconds, isExceeded }
    },
  }
}
