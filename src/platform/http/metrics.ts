type Labels = Record<string, string>

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Series of one process in Prometheus' text format. Labels must come from small fixed sets. */
export interface Metrics {
  /** One series of a counter, whose name ends in `_total`: what is returned adds one. Keep it where it counts often. */
  counter(name: string, help: string, labels: Labels): () => void
  /** One series of a histogram: what is returned notes a duration in seconds. */
  histogram(name: string, help: string, labels: Labels): (seconds: number) => void
  /** A gauge that is read when metrics are requested. */
  gauge(name: string, help: string, read: () => number): void
  /** A gauge with several series, read when metrics are requested. */
  gauges(name: string, help: string, read: () => Promise<readonly (readonly [labels: Labels, value: number])[]>): void
  /** Metrics without asynchronous sources: everything but `gauges`. */
  render(): string
  /** Everything. What cannot be read is left out, so that the rest is seen. */
  collect(): Promise<string>
  /** Ends the event loop's sampling. */
  stop(): void
}

interface Histogram {
  buckets: number[]
  sum: number
  count: number
}

interface Family<T> {
  help: string
  series: Map<string, T>
}

const escapeLabel = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',')

const braces = (text: string): string => (text ? `{${text}}` : '')

/** The series of these labels, made when it is first asked for. */
function seriesOf<T>(families: Map<string, Family<T>>, name: string, help: string, labels: Labels, make: () => T): T {
  const family = families.get(name) ?? { help, series: new Map<string, T>() }
  families.set(name, family)
  const key = labelText(labels)
  const series = family.series.get(key) ?? make()
  family.series.set(key, series)
  return series
}

function renderHistogram(name: string, labels: string, histogram: Histogram): string[] {
  const prefix = labels ? `${labels},` : ''
  return [
    ...DURATION_BUCKETS.map((bound, index) => `${name}_bucket{${prefix}le="${bound}"} ${histogram.buckets[index]}`),
    `${name}_bucket{${prefix}le="+Inf"} ${histogram.count}`,
    `${name}_sum${braces(labels)} ${histogram.sum}`,
    `${name}_count${braces(labels)} ${histogram.count}`,
  ]
}

const LAG_SAMPLE_MS = 100

/** The longest delay of a timer since the last reading: `monitorEventLoopDelay` misses stalls, a plain timer doesn't. */
function sampleLag(): { read: () => number; stop: () => void } {
  let worst = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    worst = Math.max(worst, now - last - LAG_SAMPLE_MS)
    last = now
  }, LAG_SAMPLE_MS)
  timer.unref()
  return {
    read() {
      const seconds = Math.max(0, worst) / 1000
      worst = 0
      return seconds
    },
    stop: () => clearInterval(timer),
  }
}

export function createMetrics(): Metrics {
  const counters = new Map<string, Family<{ count: number }>>()
  const histograms = new Map<string, Family<Histogram>>()
  const gauges = new Map<string, { help: string; read: () => number }>()
  const families = new Map<string, { help: string; read: Parameters<Metrics['gauges']>[2] }>()
  const lag = sampleLag()
  const metrics: Metrics = {
    counter(name, help, labels) {
      const counter = seriesOf(counters, name, help, labels, () => ({ count: 0 }))
      return () => {
        counter.count += 1
      }
    },
    histogram(name, help, labels) {
      const histogram = seriesOf(histograms, name, help, labels, () => ({
        buckets: DURATION_BUCKETS.map(() => 0),
        sum: 0,
        count: 0,
      }))
      return (seconds) => {
        histogram.sum += seconds
        histogram.count += 1
        for (
          let index = DURATION_BUCKETS.length - 1;
          index >= 0 && seconds <= (DURATION_BUCKETS[index] ?? 0);
          index--
        ) {
          histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1
        }
      }
    },
    gauge(name, help, read) {
      gauges.set(name, { help, read })
    },
    render() {
      const lines: string[] = []
      for (const [name, gauge] of gauges) {
        lines.push(`# HELP ${name} ${gauge.help}`, `# TYPE ${name} gauge`, `${name} ${gauge.read()}`)
      }
      for (const [name, family] of counters) {
        lines.push(`# HELP ${name} ${family.help}`, `# TYPE ${name} counter`)
        for (const [labels, { count }] of family.series) lines.push(`${name}${braces(labels)} ${count}`)
      }
      for (const [name, family] of histograms) {
        lines.push(`# HELP ${name} ${family.help}`, `# TYPE ${name} histogram`)
        for (const [labels, value] of family.series) lines.push(...renderHistogram(name, labels, value))
      }
      return `${lines.join('\n')}\n`
    },
    gauges(name, help, read) {
      families.set(name, { help, read })
    },
    async collect() {
      const parts = [...families].map(async ([name, { help, read }]) => {
        const rows = await read().catch(() => [])
        const lines = rows.map(([labels, value]) => `${name}${braces(labelText(labels))} ${value}`)
        return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n')
      })
      return metrics.render() + (await Promise.all(parts)).join('')
    },
    stop: lag.stop,
  }
  const started = Date.now() / 1000 - process.uptime()
  metrics.gauge('process_start_time_seconds', 'Start of the process since the epoch.', () => started)
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  metrics.gauge('nodejs_heap_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed)
  metrics.gauge('process_cpu_seconds', 'User and system time used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('nodejs_eventloop_lag_max_seconds', 'Longest stall of the event loop since the last scrape.', lag.read)
  return metrics
}
