// Days that a server has to stand, in the order in which they run. A new one is added to the list.
import { startPostgres } from '../../tests/support/database/postgres-server.ts'
import { startLlmServer } from '../../tests/support/models/llm-server.ts'
import { freePort } from '../../tests/support/network/free-port.ts'
import { siteOf } from '../bench/random-site.ts'
import { makeShops, skewed } from '../bench/shops.ts'
import { sourcesClient } from '../bench/sources-client.ts'
import { clusterProfile } from './cluster/profile.ts'
import { type MixedLoad, mixedLoad } from './mixed-load.ts'
import { benchOf, failures, isSlower, type Profile, withServer } from './profile.ts'

const quietDay: Profile = {
  name: 'quiet-day',
  says: '8 visitors, each with a second between two requests',
  run: ({ database, seconds, report }) =>
    withServer({ database }, async ({ app, visited }) => {
      const day = await mixedLoad({ url: app.url, visitedAt: () => visited, clients: 8, seconds, pauseMs: 1_000 })
      report('8 visitors', day)
      return failures([[day.all.errors + day.all.refused > 0, 'Requests failed though the server had little to do']])
    }),
}

const launchDay: Profile = {
  name: 'launch-day',
  says: '32 visitors, 1,200 at once, then 32 again; who is refused must be refused at once',
  run: ({ database, seconds, report }) =>
    withServer({ database }, async ({ app, visited }) => {
      const load = { url: app.url, visitedAt: () => visited, seconds }
      const before = await mixedLoad({ ...load, clients: 32 })
      report('32 visitors', before)
      const crowded = await mixedLoad({ ...load, clients: 1_200 })
      report('1,200 visitors', crowded)
      const after = await mixedLoad({ ...load, clients: 32 })
      report('32 visitors again', after)
      const errors = before.all.errors + crowded.all.errors + after.all.errors
      return failures([
        [errors > 0, `${errors} requests were neither answered nor refused`],
        [before.all.refused + after.all.refused > 0, 'Visitors were refused though there was no crowd'],
        [isSlower(after, before), 'Visitors wait longer after the crowd than before it'],
      ])
    }),
}

const STORM_SITES = 3
const STORM_PAGES = 300

const crawlStorm: Profile = {
  name: 'crawl-storm',
  says: `${STORM_SITES} workspaces read a website of ${STORM_PAGES} pages each, while 8 visitors use another one`,
  async run({ database, seconds, report }) {
    const ports = await Promise.all(Array.from({ length: STORM_SITES }, () => freePort()))
    const env = { OUTBOUND_ALLOW_HOSTS: ports.map((port) => `127.0.0.1:${port}`).join(',') }
    return withServer({ database, env }, async ({ app, bench, visited }) => {
      const load = { url: app.url, visitedAt: () => visited, clients: 8, seconds, pauseMs: 100 }
      const before = await mixedLoad(load)
      report('8 visitors', before)
      const sites = await Promise.all(ports.map((port) => siteOf(port, STORM_PAGES)))
      try {
        const readers = await Promise.all(ports.map((_, index) => bench.createWorkspace(`Reader ${index}`)))
        const reading = Promise.all(
          readers.map((reader, index) => sourcesClient(bench, reader).readWebsite(sites[index]!.url)),
        )
        const [storm, read] = await Promise.all([mixedLoad(load), reading])
        report('8 visitors during the storm', storm)
        console.log(`Seconds until each website was read: ${read.map((one) => one.seconds.toFixed(0)).join(', ')}`)
        return failures([
          [storm.all.errors + storm.all.refused > 0, 'Requests failed while websites were read'],
          [isSlower(storm, before), 'Visitors wait more than twice as long while websites are read'],
        ])
      } finally {
        await Promise.all(sites.map((site) => site.close()))
      }
    })
  },
}

const botFlood: Profile = {
  name: 'bot-flood',
  says: '64 connections of one address ask and search without a pause, beside 16 visitors with addresses of their own',
  run: ({ database, seconds, report }) =>
    withServer({ database, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } }, async ({ app, visited }) => {
      const shared = { url: app.url, visitedAt: () => visited, seconds }
      const people: MixedLoad = {
        ...shared,
        clients: 16,
        pauseMs: 3_000,
        addressOf: (client) => `203.0.113.${client}`,
      }
      const bot: MixedLoad = {
        ...shared,
        clients: 64,
        mix: { search: 50, ask: 50 },
        addressOf: () => '198.51.100.7',
        isImpatient: true,
      }
      const before = await mixedLoad(people)
      report('16 visitors', before)
      const [flood, beside] = await Promise.all([mixedLoad(bot), mixedLoad(people)])
      report('64 connections of a bot', flood)
      report('16 visitors beside it', beside)
      const after = await mixedLoad(people)
      report('16 visitors after it', after)
      return failures([
        [flood.all.limited === 0, 'The bot was not limited'],
        [beside.all.limited > 0, 'Visitors were limited for what the bot did'],
        [beside.all.errors + beside.all.refused > 0, 'Requests of visitors failed during the flood'],
        [isSlower(after, before), 'Visitors wait longer after the flood than before it'],
      ])
    }),
}

/** Before each word of the model, in milliseconds: an answer takes about ten seconds. */
const WORD_PAUSE_MS = 500

const slowModel: Profile = {
  name: 'slow-model',
  says: 'a language model that takes seconds; 8 visitors ask, beside 8 who read and search',
  async run({ database, seconds, report }) {
    const model = await startLlmServer({ pauseMs: WORD_PAUSE_MS })
    model.use('slow')
    try {
      return await withServer({ database, env: model.env }, async ({ app, visited }) => {
        const readers = {
          url: app.url,
          visitedAt: () => visited,
          clients: 8,
          seconds,
          pauseMs: 100,
          mix: { page: 50, search: 50 },
        }
        const before = await mixedLoad(readers)
        report('8 visitors who read and search', before)
        const asking = { ...readers, mix: { ask: 100 } }
        const [asked, beside] = await Promise.all([mixedLoad(asking), mixedLoad(readers)])
        report('8 visitors who ask', asked)
        report('8 visitors beside them', beside)
        return failures([
          [asked.all.errors > 0, 'Questions were neither answered nor refused'],
          [beside.all.errors + beside.all.refused > 0, 'Requests failed while the model was slow'],
          [isSlower(beside, before), 'Visitors who read wait more than twice as long while the model is slow'],
        ])
      })
    } finally {
      await model.close()
    }
  },
}

const SIZES = [
  { workspaces: 50, faqs: 1_000 },
  { workspaces: 950, faqs: 60 },
  { workspaces: 99_000, faqs: 10 },
]

const manyWorkspaces: Profile = {
  name: 'many-workspaces',
  says: '100,000 workspaces on one PostgreSQL, 16 visitors spread over them; the workspace of rank r 1/r as often',
  databases: ['postgres'],
  async run({ seconds, report }) {
    const postgres = await startPostgres({ settings: ['shared_buffers=1GB', 'max_wal_size=8GB'] })
    try {
      return await withServer(
        { database: 'postgres', env: { DATABASE_URL: postgres.url } },
        async ({ app, visited }) => {
          const { shops } = await makeShops(benchOf(app, 'postgres'), postgres.url, SIZES)
          const one = await mixedLoad({ url: app.url, visitedAt: () => visited, clients: 16, seconds })
          report('16 visitors of one workspace', one)
          const rank = skewed(shops.length)
          const many = { url: app.url, visitedAt: () => shops[rank()]!, clients: 16, seconds }
          report('16 visitors of 100,000, first', await mixedLoad(many))
          const spread = await mixedLoad(many)
          report('16 visitors of 100,000, again', spread)
          return failures([[one.all.errors + spread.all.errors > 0, 'Requests were neither answered nor refused']])
        },
      )
    } finally {
      await postgres.stop()
    }
  },
}

export const profiles: readonly Profile[] = [
  quietDay,
  launchDay,
  crawlStorm,
  botFlood,
  slowModel,
  clusterProfile,
  manyWorkspaces,
]
