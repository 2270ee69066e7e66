import { expect, it } from 'vitest'
import { withoutComponents } from './component-tags.ts'

it.each([
  ['<Method args={[{ properties: [{ name: "id", type: "Promise<void>" }] }]} />Text', 'Text'],
  ['<Tabs>\n<Tab label="a > b">In</Tab></Tabs>', '\nIn'],
  ['<Step icon={<Icon />} {...rest}>Do it</Step>', 'Do it'],
  ['if a <B and c> d', 'if a  d'],
  ['Write <Name of the bike', 'Write <Name of the bike'],
  ['<Open {'.repeat(20), '<Open {'.repeat(20)],
])('removes the component tags of %j', (text, expected) => expect(withoutComponents(text)).toBe(expected))
