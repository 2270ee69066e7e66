const VERSION = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/

/** Throws when `next` is no version, or does not follow `current`. */
export function assertFollows(current: string, next: string): void {
  if (!VERSION.test(next)) throw new Error(`"${next}" is no version such as 1.2.3 or 1.2.3-rc.1.`)
  if (compare(current, next) >= 0) throw new Error(`${next} does not follow ${current}.`)
}

/** Orders versions as Semantic Versioning does: a pre-release goes before its release. */
function compare(left: string, right: string): number {
  const [leftCore = '', leftPre = ''] = left.split('-')
  const [rightCore = '', rightPre = ''] = right.split('-')
  const byCore = leftCore.localeCompare(rightCore, 'en', { numeric: true })
  if (byCore !== 0 || leftPre === rightPre) return byCore
  if (leftPre === '') return 1
  return rightPre === '' ? -1 : leftPre.localeCompare(rightPre, 'en', { numeric: true })
}

/** Entries of the changelog that wait for a release. Throws when there is none. */
export function unreleased(changelog: string): string {
  const notes = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1]?.trim() ?? ''
  if (!notes.includes('- ')) throw new Error('CHANGELOG.md has nothing under "Unreleased".')
  return notes
}

/** The changelog with these entries under the version, and an empty part for the next one. */
export const withRelease = (changelog: string, version: string, day: string): string =>
  changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${day}`)
