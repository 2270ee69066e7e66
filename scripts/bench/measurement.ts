/** A GET, or a POST of a JSON body. */
export type BenchRequest = { path: string; body?: object; headers?: Record<string, string> }

/** Requests to send; every connection sends them in turn, one at a time. */
export type Load = { url: string; requests: BenchRequest[]; connections: number; seconds: number }

/** Results of a run. Times are in milliseconds, NaN when not measured. `errors` counts responses other than 200. */
export type Measured = { perSecond: number; p50: number; p95: number; errors: number }

/** @returns the value that the given share of the sorted samples does not exceed */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
