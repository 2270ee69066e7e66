// A cluster in which each part is killed once, while visitors read, ask and vote, and members write.
import { setTimeout as pause } from 'node:timers/promises'
import { runMain } from '../../../tests/support/app/main-process.ts'
import { fill } from '../../bench/bench-faqs.ts'
import { vocabularyQuestions } from '../../bench/questions.ts'
import { mixedLoad } from '../mixed-load.ts'
import { benchOf, failures, type Profile } from '../profile.ts'
import { type Cluster, type Part, startCluster } from './cluster.ts'
import type { WriteCounts } from './persistent-request.ts'
import { startWriters } from './writers.ts'

const FAQS = 1_000
/** Each part is gone for this time, in milliseconds. */
const GONE_MS = 2_000
/** A phase takes at most this many seconds, so that the profile ends within three minutes. */
const MAX_PHASE_SECONDS = 20

const replaced = async (part: Part) => {
  await part.kill()
  await pause(GONE_MS)
  await part.restart()
}

const written = ({ acknowledged, refused, unanswered, longest }: WriteCounts) =>
  `Writes: ${acknowledged} acknowledged, the last of them after ${(longest / 1000).toFixed(1)} s at most; repeated after a refusal: ${refused}, without an answer: ${unanswered}`

/** Visitors' reads of the cluster's standby and primary so far. */
async function readsByServer({ nodes }: Cluster): Promise<string> {
  const texts = await Promise.all(nodes().map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  const sum = (server: string) =>
    texts
      .flatMap(
        (text) => text.match(new RegExp(`^database_visitor_reads_total\\{[^}]*"${server}"[^}]*\\} (\\d+)`, 'm')) ?? [],
      )
      .filter((_, index) => index % 2 === 1)
      .reduce((total, count) => total + Number(count), 0)
  return `Reads of visitors at the processes that run: ${sum('replica')} of the standby, ${sum('primary')} of the primary`
}

export const clusterProfile: Profile = {
  name: 'cluster',
  says: 'two processes, PgBouncer and a standby; 12 visitors read, 3 ask and vote, 3 members write; each part is killed once',
  databases: ['postgres'],
  async run({ database, seconds, report }) {
    const cluster = await startCluster()
    try {
      const [first] = cluster.nodes()
      const bench = { ...benchOf(first!, database), url: cluster.url }
      const workspace = await bench.createWorkspace('Cluster')
      const asked = vocabularyQuestions(FAQS)
      await fill(bench, workspace, asked)
      const load = {
        url: cluster.url,
        visitedAt: () => ({ subdomain: workspace.subdomain, asked }),
        clients: 12,
        seconds: Math.min(seconds, MAX_PHASE_SECONDS),
        pauseMs: 100,
        mix: { page: 50, search: 40, widget: 10 },
      }
      const writers = startWriters({ url: cluster.url, workspace })
      const problems: string[] = []
      const phase = async (name: string, work: Promise<unknown>) => {
        const [read] = await Promise.all([mixedLoad(load), work])
        report(`12 visitors, ${name}`, read)
        const counts = writers.takeCounts()
        console.log(written(counts))
        problems.push(...counts.failures)
        problems.push(
          ...failures([
            [read.all.errors > 0, `${read.all.errors} requests of visitors failed, ${name}`],
            [read.all.refused > 0, `${read.all.refused} requests of visitors were refused, ${name}`],
          ]),
        )
      }
      await phase('nothing killed', Promise.resolve())
      for (const part of cluster.parts) await phase(`${part.name} killed`, replaced(part))
      await phase('nothing killed again', Promise.resolve())
      await writers.stop()
      const left = writers.takeCounts()
      problems.push(...left.failures)
      const compared = await writers.compare()
      console.log(`\nAcknowledged and there: ${compared.totals}`)
      console.log(await readsByServer(cluster))
      const doctor = await runMain(['doctor'], cluster.nodes()[0]!.env)
      if (!/^ok +search index /m.test(doctor.stdout)) problems.push(`The search index is wrong: ${doctor.stdout}`)
      return [...problems, ...compared.problems]
    } finally {
      await cluster.stop()
    }
  },
}
