import { expect, it } from 'vitest'
import { DEFAULT_LOOK } from '../../workspaces/contract.ts'
import type { Appearance } from '../contract.ts'
import {
  changedFields,
  changedMeanwhile,
  findFieldErrors,
  lookWithEdits,
  pickStoredValues,
  unsavedEditsAfter,
} from './look-edits.ts'

const stored: Appearance = {
  name: 'Woven Goods',
  logo_url: null,
  website_url: null,
  ...DEFAULT_LOOK,
}

it('only values that differ from the stored ones are sent', () => {
  expect(changedFields(stored, { widget_heading: '', widget_border_width: '6', widget_show_powered_by: true })).toEqual(
    {},
  )
  expect(changedFields(stored, { name: 'Loom', widget_border_width: '8' })).toEqual({
    name: 'Loom',
    widget_border_width: '8',
  })
})

it('the preview shows valid values, and the stored ones for invalid fields', () => {
  const look = lookWithEdits(stored, {
    name: ' ',
    widget_heading: ' Ask us ',
    widget_border_width: '99',
    header_bg_color: 'ABC',
    header_text_color: 'whi',
    social_twitter: 'x.example/woven',
  })
  expect(look).toEqual({
    ...stored,
    widget_heading: 'Ask us',
    widget_border_width: 16,
    header_bg_color: '#aabbcc',
    social_twitter: 'https://x.example/woven',
  })
})

it('each invalid field has a message', () => {
  expect(findFieldErrors({ name: ' ', header_bg_color: 'red' }).map(({ path }) => path)).toEqual([
    'name',
    'header_bg_color',
  ])
  expect(findFieldErrors({ name: 'Loom', website_url: '' })).toEqual([])
})

it('changes that are typed while saving stay unsaved', () => {
  const sent = { widget_heading: 'Ask', name: 'Loom' }
  expect(unsavedEditsAfter({ widget_heading: 'Ask us', name: 'Loom' }, sent)).toEqual({ widget_heading: 'Ask us' })
})

it("another member's changes are distinguished from unchanged fields and from identical changes", () => {
  const known = pickStoredValues(stored, ['name', 'widget_heading', 'widget_border_width'])
  const edits = { name: 'Loom', widget_heading: 'Ask', widget_border_width: '8' }
  expect(Object.keys(known).sort()).toEqual(['name', 'widget_border_width', 'widget_heading'])
  expect(changedMeanwhile(stored, known, edits)).toEqual([])
  const now = { ...stored, name: 'Reed', widget_heading: 'Ask', widget_border_width: 8, header_bg_color: '#112233' }
  expect(changedMeanwhile(now, known, edits)).toEqual(['name'])
  expect(changedMeanwhile(now, {}, edits)).toEqual([])
  expect(changedMeanwhile(now, known, { widget_heading: 'Ask' })).toEqual([])
})
