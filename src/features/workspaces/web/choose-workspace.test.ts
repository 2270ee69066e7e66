import { describe, expect, it } from 'vitest'
import type { Workspace } from '../contract.ts'
import { chooseWorkspace } from './choose-workspace.ts'

const workspace = (id: string, created_at: string): Workspace => ({
  id,
  name: id,
  subdomain: id,
  logo_url: null,
  website_url: null,
  created_at,
  role: 'owner',
  member_count: 1,
})
const older = workspace('older', '2026-01-01T00:00:00.000Z')
const newer = workspace('newer', '2026-03-01T00:00:00.000Z')

describe('chooseWorkspace', () => {
  it('chooses the saved one if the user still belongs to it', () => {
    expect(chooseWorkspace([newer, older], 'older')).toBe(older)
  })
  it('chooses the newest one otherwise, in any order', () => {
    expect(chooseWorkspace([older, newer], 'gone')).toBe(newer)
    expect(chooseWorkspace([newer, older], null)).toBe(newer)
  })
  it('chooses none when there is none', () => {
    expect(chooseWorkspace([], 'older')).toBeNull()
  })
})
