// npm run eval -- citations URL SUBDOMAIN=QUESTIONS.json …
// Asks a running server every question of a file ({ questions: [{ q }] }) and opens every citation of the replies:
// sources, suggestions and search results. Prints the share that open at their quote, and the others.
import { readFileSync } from 'node:fs'
import { type CitedText, citationChecker } from '../../tests/support/content/check-citation.ts'

interface Reply {
  outcome: string
  sources: CitedText[]
}

const FAULTS_SHOWN = 20

export async function measureCitations([base = '', ...pairs]: string[]): Promise<void> {
  for (const pair of pairs) {
    const [subdomain = '', file = ''] = pair.split('=')
    const { questions } = JSON.parse(readFileSync(file, 'utf8')) as { questions: { q: string }[] }
    const check = citationChecker((url) => fetch(url, { signal: AbortSignal.timeout(30_000) }))
    const cited = new Map<string, CitedText>()
    for (const { q } of questions)
      for (const one of [...(await ask(base, subdomain, q)), ...(await search(base, subdomain, q))])
        cited.set(`${one.url} ${one.excerpt}`, one)
    const faults: string[] = []
    for (const one of cited.values()) {
      const fault = await check(one)
      if (fault) faults.push(`  ${fault}: ${one.url} | ${one.excerpt}`)
    }
    const right = cited.size - faults.length
    console.log(`${subdomain}: ${right} of ${cited.size} citations open at their quote`)
    for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(fault)
  }
}

async function ask(base: string, subdomain: string, question: string): Promise<CitedText[]> {
  const response = await fetch(`${base}/api/public/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subdomain, question }),
  })
  return ((await response.json()) as Reply).sources
}

async function search(base: string, subdomain: string, question: string): Promise<CitedText[]> {
  const query = new URLSearchParams({ subdomain, q: question })
  const response = await fetch(`${base}/api/public/search?${query}`)
  return ((await response.json()) as { results: CitedText[] }).results
}
