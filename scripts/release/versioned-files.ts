/** Files that name the version of the program. */
export const VERSIONED_FILES = [
  'package.json',
  'package-lock.json',
  'packages/client/package.json',
  'packages/elements/package.json',
  'packages/react/package.json',
  'src/wire/version.ts',
  'deploy/helm/answerloom/Chart.yaml',
  'integrations/wordpress/answerloom/answerloom.php',
  'integrations/wordpress/answerloom/readme.txt',
]

/** The text of one of these files with the next version. Packages of others keep theirs. */
export function withVersion(file: string, text: string, current: string, next: string): string {
  if (file === 'package-lock.json') return withVersionInLock(text, next)
  if (!file.endsWith('.json')) return text.replaceAll(current, next)
  return text.replace(/("(?:version|@answerloom\/\w+)": )"([^"]*)"/g, (line, name: string, version: string) =>
    version === current ? `${name}"${next}"` : line,
  )
}

interface Package {
  version?: string
  peerDependencies?: Record<string, string>
}

function withVersionInLock(text: string, next: string): string {
  const lock = JSON.parse(text) as Package & { packages: Record<string, Package> }
  lock.version = next
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder.includes('node_modules/')) continue
    entry.version = next
    const { peerDependencies: peers = {} } = entry
    for (const name of Object.keys(peers)) if (name.startsWith('@answerloom/')) peers[name] = next
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}
