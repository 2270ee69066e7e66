import { expect, it } from 'vitest'
import { platformsNamed } from './platform-names.ts'

it.each([
  ['Does it run on my iPad or under macOS?', ['ios', 'mac']],
  ['open it on a chromebook', ['chromebook']],
  ['it crashes in Chrome on Windows 11', ['windows', 'chrome']],
  ['does it work with android auto', ['android', 'car']],
  ['gibt es das für meine Uhr', ['watch']],
  ['can I watch videos at 8', []],
  ['it stopped on my samsung', []],
])('the platforms of %j are found', (text, platforms) => {
  expect([...platformsNamed(text)]).toEqual(platforms)
})
