// The examples of the embedding guide, as its readers copy them.
import { readFileSync } from 'node:fs'
import { inRoot } from '../../../scripts/repository.ts'

const GUIDE = inRoot('docs', 'guides', 'embedding.md')

/** Returns the code of a language below a heading of the guide, in order. */
export function codeBelow(heading: string, language: string): string[] {
  const section = readFileSync(GUIDE, 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))
  if (!section) throw new Error(`The guide has no section ${heading}`)
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , code = '']) => code.trim())
}

interface Values {
  app: string
  workspaceId: string
  subdomain: string
  nonce: string
}

/** Fills in an example as the guide says. */
export const filledIn = (example: string, { app, workspaceId, subdomain, nonce }: Values): string =>
  example
    .replaceAll('https://help.example.com', app)
    .replaceAll('YOUR-WORKSPACE-ID', workspaceId)
    .replaceAll('YOUR-SUBDOMAIN', subdomain)
    .replaceAll('YOUR-NONCE', nonce)
