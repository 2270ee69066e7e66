// Prepares a release in a folder and changes nothing else: source archive, bill of materials, notes, changed files,
// checksums. It prints the commands that would publish it.
// Usage: npm run release -- VERSION [--to FOLDER]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { assertFollows, unreleased, withRelease } from './release/release-notes.ts'
import { inRoot, root } from './repository.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
const [version = ''] = positionals
const manifest = readFileSync(inRoot('package.json'), 'utf8')
const current = (JSON.parse(manifest) as { version: string }).version
assertFollows(current, version)
const changelog = readFileSync(inRoot('CHANGELOG.md'), 'utf8')
const notes = unreleased(changelog)
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, maxBuffer: 1 << 30 })

const folder = path.resolve(process.env.INIT_CWD ?? root, values.to ?? inRoot('.cache', 'release', version))
mkdirSync(folder, { recursive: true })
const write = (name: string, data: string | Buffer) => writeFileSync(path.join(folder, name), data)

const name = `answerloom-${version}`
const npm = (...words: string[]) => execFileSync('npm', words, { cwd: root, maxBuffer: 1 << 28 })
write(`${name}.tar.gz`, git('archive', '--format=tar.gz', `--prefix=${name}/`, 'HEAD'))
write(`${name}.cdx.json`, npm('run', '--silent', 'sbom'))
write(`${name}.md`, `${notes}\n`)
write('package.json', manifest.replace(`"version": "${current}"`, `"version": "${version}"`))
write('CHANGELOG.md', withRelease(changelog, version, new Date().toISOString().slice(0, 10)))
const chart = readFileSync(inRoot('deploy', 'helm', 'answerloom', 'Chart.yaml'), 'utf8')
write('Chart.yaml', chart.replaceAll(current, version))

const sums = readdirSync(folder)
  .filter((file) => file.startsWith(name))
  .map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex')}  ${file}\n`,
  )
write('SHA256SUMS', sums.join(''))

const changed = git('status', '--porcelain').toString().trim()
if (changed) console.error('Uncommitted changes are not in the archive:', changed, '')
console.log(`${folder}: ${readdirSync(folder).join(', ')}

Dry run: nothing was changed or published. To release:
  cp ${folder}/{package.json,CHANGELOG.md} . && cp ${folder}/Chart.yaml deploy/helm/answerloom/
  npm install --package-lock-only && npm test
  git commit -am "chore: release ${version}" && git tag v${version}
  git archive --format=tar.gz --prefix=${name}/ -o ${name}.tar.gz v${version}
  docker buildx build -f deploy/Dockerfile --build-arg VERSION=${version} --platform linux/amd64,linux/arm64 -t REGISTRY/answerloom:${version} --push .`)
