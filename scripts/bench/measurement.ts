/** A GET, or a POST of a JSON body. */
export type BenchRequest = { path: string; body?: object }

/** What to ask for; every connection takes the requests in turn, one at a time. */
export type Load = { url: string; requests: BenchRequest[]; connections: number; seconds: number }

/** What came back. Times are milliseconds, NaN where they were not measured. `errors` counts answers other than 200. */
export type Measured = { perSecond: number; p50: number; p95: number; errors: number }

/** @returns the value below which the share of the sorted samples lies */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
