import { expect, test } from 'vitest'
import { assertFollows, unreleased, withRelease } from './release-notes.ts'

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- A.\n- B.\n\n## 0.1.0 - 2026-01-02\n\n- First.\n'

test.each([
  ['0.1.0', '0.2.0'],
  ['0.9.0', '0.10.0'],
  ['0.1.0', '1.0.0-rc.1'],
  ['1.0.0-rc.9', '1.0.0-rc.10'],
  ['1.0.0-rc.2', '1.0.0'],
])('%s is followed by %s, and not the other way round', (current, next) => {
  expect(() => assertFollows(current, next)).not.toThrow()
  expect(() => assertFollows(next, current)).toThrow('does not follow')
})

test.each(['1.0', 'v1.0.0', '1.0.0-RC1', 'latest'])('%s is no version', (version) => {
  expect(() => assertFollows('0.1.0', version)).toThrow('is no version')
})

test('the entries that wait go under the version', () => {
  expect(unreleased(CHANGELOG)).toBe('- A.\n- B.')
  const released = withRelease(CHANGELOG, '0.2.0', '2026-02-03')
  expect(released).toContain('## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n- A.\n- B.\n\n## 0.1.0')
  expect(() => unreleased(released)).toThrow('nothing under "Unreleased"')
  expect(unreleased('## Unreleased\n\n- Last.\n')).toBe('- Last.')
})
