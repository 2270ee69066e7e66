import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../limits/index.ts'

export interface ByteLimits {
  perAddress: number
  total: number
}

/** The bytes that one request holds. */
export interface ByteLease {
  /**
   * Reserves more bytes.
   * @throws rate_limited `request.too_many_bytes` above the limit of the address; unavailable `server.busy` above the total
   */
  reserve(bytes: number): void
  /** Gives all bytes back; further calls do nothing. */
  release(): void
}

/** Bytes of request bodies in flight, counted per client address and in total. */
export interface ByteBudget {
  lease(address: string): ByteLease
  /** Bytes reserved at this moment. */
  readonly inFlight: number
}

const RETRY_AFTER_SECONDS = 5

const tooManyBytes = () =>
  new AppError('rate_limited', 'request.too_many_bytes', 'Too much is being uploaded from your address. Try again.', {
    details: { retry_after: RETRY_AFTER_SECONDS },
  })
const budgetExhausted = () =>
  new AppError('unavailable', 'server.busy', 'The server is busy. Try again in a few seconds.', {
    details: { retry_after: RETRY_AFTER_SECONDS },
  })

/** An IPv6 client is counted by its /64 network, since it can use every address in it. */
export function createByteBudget({ perAddress, total }: ByteLimits): ByteBudget {
  const byNetwork = new Map<string, number>()
  let inFlight = 0

  return {
    lease(clientAddress) {
      const clientNetwork = networkOf(clientAddress)
      let reserved = 0
      return {
        reserve(requestedBytes) {
          const ofNetwork = byNetwork.get(clientNetwork) ?? 0
          if (ofNetwork + requestedBytes > perAddress) throw tooManyBytes()
          if (inFlight + requestedBytes > total) throw budgetExhausted()
          byNetwork.set(clientNetwork, ofNetwork + requestedBytes)
          inFlight += requestedBytes
          reserved += requestedBytes
        },
        release() {
          const remainingBytes = (byNetwork.get(clientNetwork) ?? 0) - reserved
          if (remainingBytes > 0) byNetwork.set(clientNetwork, remainingBytes)
          else byNetwork.delete(clientNetwork)
          inFlight -= reserved
          reserved = 0
        },
      }
    },
    get inFlight() {
      return inFlight
    },
  }
}
