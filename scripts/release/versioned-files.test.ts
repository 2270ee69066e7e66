import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot, root } from '../repository.ts'
import { VERSIONED_FILES, withVersion } from './versioned-files.ts'

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }

test.each(VERSIONED_FILES)('%s names the present version, and gets the next one', (file) => {
  const text = readFileSync(inRoot(file), 'utf8')
  expect(text).toContain(version)
  const next = withVersion(file, text, version, '99.0.0-rc.1')
  expect(next).toContain('99.0.0-rc.1')
  const lines = text.split('\n')
  const differing = next.split('\n').filter((line, position) => line !== lines[position])
  expect(differing.filter((line) => !line.includes('99.0.0-rc.1'))).toEqual([])
})

test('every package of the repository is among them', () => {
  const packages = globSync('{.,packages/*}/package.json', { cwd: root })
  expect(packages.length).toBeGreaterThan(3)
  expect(VERSIONED_FILES).toEqual(expect.arrayContaining(packages))
})

test('other packages keep their version', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/uqr': { version: '0.1.0' },
      'packages/react': { version: '0.1.0', peerDependencies: { '@answerloom/client': '0.1.0', react: '>=18' } },
    },
  }
  expect(JSON.parse(withVersion('package-lock.json', JSON.stringify(lock), '0.1.0', '0.2.0'))).toEqual({
    version: '0.2.0',
    packages: {
      '': { version: '0.2.0' },
      'node_modules/uqr': { version: '0.1.0' },
      'packages/react': { version: '0.2.0', peerDependencies: { '@answerloom/client': '0.2.0', react: '>=18' } },
    },
  })
  const manifest = '{ "version": "0.1.0", "@answerloom/client": "0.1.0", "uqr": "0.1.0" }'
  expect(withVersion('package.json', manifest, '0.1.0', '0.2.0')).toBe(
    '{ "version": "0.2.0", "@answerloom/client": "0.2.0", "uqr": "0.1.0" }',
  )
})
