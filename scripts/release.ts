// Prepares a release in a folder and changes nothing else: below `changed` the files of the repository that the release
// changes, and the source archive with them, image, bill of materials, notes and checksums. It prints the commands that publish it.
// Usage: npm run release -- VERSION [--to FOLDER --base IMAGE]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { builder, buildImage, NO_BUILDER, saveImage } from './image-builder.ts'
import { recordDatabase } from './release/record-database.ts'
import { assertFollows, unreleased, withRelease } from './release/release-notes.ts'
import { VERSIONED_FILES, withVersion } from './release/versioned-files.ts'
import { inRoot, root } from './repository.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' }, base: { type: 'string' } },
})
const [version = ''] = positionals
const read = (file: string) => readFileSync(inRoot(file), 'utf8')
const { version: current } = JSON.parse(read('package.json')) as { version: string }
assertFollows(current, version)
const notes = unreleased(read('CHANGELOG.md'))

const name = `answerloom-${version}`
const folder = path.resolve(process.env.INIT_CWD ?? root, values.to ?? inRoot('.cache', 'release', version))
rmSync(folder, { recursive: true, force: true })
const changed = path.join(folder, 'changed')
function writeChanged(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(changed, file)), { recursive: true })
  writeFileSync(path.join(changed, file), text)
}
for (const file of VERSIONED_FILES) writeChanged(file, withVersion(file, read(file), current, version))
writeChanged('CHANGELOG.md', withRelease(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)))
const databases = path.join(changed, 'tests', 'support', 'releases')
mkdirSync(databases, { recursive: true })
execFileSync('npm', ['run', 'build', '--', '--if-changed'], { cwd: root, stdio: ['ignore', 2, 2] })
await recordDatabase(version, databases)

const scratch = mkdtempSync(path.join(tmpdir(), 'release-'))
try {
  const run = (command: string, words: string[], cwd: string, input?: Buffer) =>
    execFileSync(command, words, { cwd, maxBuffer: 1 << 30, ...(input && { input }) })
  run('tar', ['-x'], scratch, run('git', ['archive', `--prefix=${name}/`, 'HEAD'], root))
  cpSync(changed, path.join(scratch, name), { recursive: true })
  writeFileSync(
    path.join(folder, `${name}.cdx.json`),
    run('npm', ['run', '--silent', 'sbom'], path.join(scratch, name)),
  )
  run('tar', ['-czf', path.join(folder, `${name}.tar.gz`), '--owner=0', '--group=0', name], scratch)
  if (builder) {
    const image = `localhost/answerloom:${version}`
    buildImage({ source: path.join(scratch, name), image, base: values.base, version })
    saveImage(image, path.join(folder, `${name}.oci.tar`))
  } else console.error(NO_BUILDER)
} finally {
  rmSync(scratch, { recursive: true })
}
writeFileSync(path.join(folder, `${name}.md`), `${notes}\n`)
const sums = globSync(`${name}.*`, { cwd: folder })
  .sort()
  .map((file) => {
    const data = readFileSync(path.join(folder, file))
    return `${createHash('sha256').update(data).digest('hex')}  ${file}\n`
  })
writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''))

const uncommitted = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim()
if (uncommitted) console.error(`Uncommitted changes are not in the archive:\n${uncommitted}\n`)
console.log(`${sums.join('')}
Dry run: nothing was changed or published. To release:
  cp -r ${changed}/. .
  npm test && npm run image
  git add . && git commit -m "chore: release ${version}" && git tag v${version}
  docker buildx build -f deploy/Dockerfile --build-arg VERSION=${version} --platform linux/amd64,linux/arm64 -t REGISTRY/answerloom:${version} --push .
and publish the files in ${folder}.`)
