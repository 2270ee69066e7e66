// Customization that each plan includes, over the real protocol: every field, every way to write it.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import type { Appearance } from '../src/features/appearance/contract.ts'
import { CUSTOMIZATION } from '../src/features/appearance/domain/customization.ts'
import { CUSTOMIZATION_NEEDS_PRO, type EffectivePlan, PLAN_FEATURES } from '../src/features/billing/contract.ts'
import { DEFAULT_LOOK } from '../src/features/workspaces/contract.ts'
import { refusalOf } from './support/accounts/account-client.ts'
import { newOwner } from './support/accounts/teams.ts'
import { procedures } from './support/app/procedures.ts'
import { createTestApp } from './support/app/test-app.ts'
import { subscribe } from './support/billing/sandbox-life.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>

const app = await createTestApp()

/** A value of each field that is neither stored in a new workspace nor its default. */
const EDITS: Appearance = {
  name: 'Reed',
  logo_url: 'https://pictures.example/logo.png',
  website_url: 'https://reed.example',
  page_layout: 'collections',
  widget_heading: 'Ask us',
  widget_call_to_action: 'By day and by night',
  widget_show_powered_by: false,
  widget_border_width: 2,
  widget_border_color: '#112233',
  social_twitter: 'https://x.example/reed',
  social_facebook: 'https://f.example/reed',
  social_linkedin: 'https://l.example/reed',
  header_text_color: '#fefefe',
  header_bg_type: 'gradient',
  header_bg_color: '#223344',
  header_bg_image_url: '/header-presets/dunes.svg',
  header_bg_gradient_from: '#334455',
  header_bg_gradient_to: '#445566',
  header_bg_gradient_direction: 'to-b',
  accent_color: '#1d5fd1',
  neutral: 'cool',
  corners: 'round',
  font: 'inter',
  logo_dark_url: 'https://pictures.example/dark.png',
  favicon_url: 'https://pictures.example/icon.png',
  custom_css: '.page .faq {\n  color: red;\n}\n',
}
const FIELDS = Object.entries(EDITS) as [keyof Appearance, unknown][]
const ADVANCED = FIELDS.filter(([name]) => CUSTOMIZATION[name] === 'advanced')

const free = (person: { id: string }, on: boolean) =>
  app.rows(`update profiles set has_free_access = ${on} where id = '${person.id}'`)

/** Brings a new person, who is on the trial, to another plan. */
const TAKE: Record<Exclude<EffectivePlan, 'none'>, (owner: Owner) => Promise<unknown>> = {
  trial: async () => undefined,
  starter: (owner) => subscribe(app, owner, 'starter'),
  pro: (owner) => subscribe(app, owner, 'pro'),
  free_access: (owner) => free(owner, true),
}
const PLANS = Object.keys(TAKE) as (keyof typeof TAKE)[]

async function ownerOn(plan: keyof typeof TAKE): Promise<Owner> {
  const owner = await newOwner(app, `On ${plan}`)
  await TAKE[plan](owner)
  return owner
}

const look = (owner: Owner) => owner.call<Appearance>('appearance/get')
const update = (owner: Owner, values: object) => owner.call<Appearance>('appearance/update', values)
const refused = (...paths: string[]) => ({
  kind: 'limit',
  ...CUSTOMIZATION_NEEDS_PRO,
  details: { fields: paths.map((path) => ({ path, message: CUSTOMIZATION_NEEDS_PRO.message })) },
})
const picture = async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1f2937' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' })
}
const upload = async (owner: Owner, kind: 'logo' | 'header') =>
  owner.call<Appearance>('appearance/uploadPicture', { kind, file: await picture() })

describe.each(PLANS)('on the plan %s', (plan) => {
  const { advanced_customization: advanced } = PLAN_FEATURES[plan]

  it('each field alone is accepted or refused as listed', async () => {
    const owner = await ownerOn(plan)
    const before = await look(owner)
    for (const [name, value] of FIELDS) {
      if (advanced || CUSTOMIZATION[name] === 'basic')
        expect(await update(owner, { [name]: value }), name).toMatchObject({ [name]: value })
      else {
        expect(await refusalOf(update(owner, { [name]: value })), name).toMatchObject(refused(name))
        expect(await look(owner), name).toMatchObject({ [name]: before[name] })
      }
    }
  })

  it('images and the domain are accepted or refused as listed', async () => {
    const owner = await ownerOn(plan)
    expect(await upload(owner, 'logo')).toMatchObject({ logo_url: expect.stringContaining('/logo-') })
    const header = () => upload(owner, 'header')
    const domain = () => owner.call('domains/set', { custom_domain: `${plan.replace('_', '-')}.woven.example` })
    if (advanced) {
      expect(await header()).toMatchObject({ header_bg_type: 'image' })
      expect(await domain()).toMatchObject({ custom_domain_status: 'pending' })
      return
    }
    expect(await refusalOf(header())).toMatchObject(refused('file'))
    expect(await refusalOf(domain())).toMatchObject(refused('custom_domain'))
    expect(await look(owner)).toMatchObject({ header_bg_type: 'color', header_bg_image_url: null })
    expect(await owner.call('domains/get')).toMatchObject({ custom_domain: null })
    const stored = await Array.fromAsync(app.core.storage.list(`brand-assets/${owner.workspaceId}/`))
    expect(stored, 'the logo, and nothing of what was refused').toHaveLength(1)
  })
})

describe('on Starter', () => {
  it('one refused field refuses the whole change', async () => {
    const owner = await ownerOn('starter')
    const change = update(owner, { name: 'Reed', widget_border_width: 2, widget_show_powered_by: false })
    expect(await refusalOf(change)).toMatchObject(refused('widget_show_powered_by', 'widget_border_width'))
    expect(await look(owner)).toMatchObject({ name: 'On starter' })
  })

  it('default values in any spelling are no change', async () => {
    const owner = await ownerOn('starter')
    await update(owner, { ...DEFAULT_LOOK, widget_border_color: 'E5E7EB', widget_border_width: '6' })
    expect(await look(owner)).toMatchObject(DEFAULT_LOOK)
  })

  it('a body that names another plan or workspace changes nothing', async () => {
    const owner = await ownerOn('starter')
    const onPro = await ownerOn('pro')
    const change = {
      widget_show_powered_by: false,
      workspace_id: onPro.workspaceId,
      advanced_customization: true,
      expected: { widget_show_powered_by: false },
    }
    expect(await refusalOf(update(owner, change))).toMatchObject({ code: 'limit.customization' })
    expect(await look(onPro)).toMatchObject({ widget_show_powered_by: true })
  })
})

describe('on Starter after the trial', () => {
  it('earlier settings stay visible until they are edited, also when other fields change', async () => {
    const owner = await newOwner(app, 'Kept')
    await update(owner, EDITS)
    await subscribe(app, owner, 'starter')
    expect(await update(owner, { ...EDITS, widget_heading: 'Ask Reed' })).toEqual({
      ...EDITS,
      widget_heading: 'Ask Reed',
    })
    const others: Partial<Appearance> = { header_bg_type: 'image', header_bg_gradient_from: '#000000' }
    expect(await refusalOf(update(owner, others))).toMatchObject(refused(...Object.keys(others)))
    for (const [name] of ADVANCED)
      expect(await update(owner, { [name]: DEFAULT_LOOK[name as keyof typeof DEFAULT_LOOK] })).toMatchObject({
        [name]: DEFAULT_LOOK[name as keyof typeof DEFAULT_LOOK],
      })
    expect(await refusalOf(update(owner, { header_bg_type: 'gradient' })), 'there is no way back').toMatchObject(
      refused('header_bg_type'),
    )
  })

  it('a domain stays, can be verified again and removed, but not replaced by another', async () => {
    const owner = await newOwner(app, 'Domain')
    const set = (custom_domain: string) => owner.call('domains/set', { custom_domain })
    await set('kept.woven.example')
    await subscribe(app, owner, 'starter')
    expect(await refusalOf(set('other.woven.example'))).toMatchObject({ code: 'limit.customization' })
    expect(await set('kept.woven.example')).toMatchObject({ custom_domain_status: 'pending' })
    await app.rows(
      `update workspaces set custom_domain_status = 'failed' where id = '${owner.workspaceId}' returning id`,
    )
    expect(await set('kept.woven.example')).toMatchObject({ custom_domain_status: 'pending' })
    expect(await owner.call('domains/remove')).toMatchObject({ custom_domain: null })
    expect(await refusalOf(set('kept.woven.example'))).toMatchObject({ code: 'limit.customization' })
  })
})

it('all settings are included when billing is off', async () => {
  const open = await createTestApp({ BILLING: 'off' })
  const owner = await newOwner(open, 'Own server')
  expect(await update(owner, EDITS)).toEqual(EDITS)
})

it('an API key has the same limits as its owner', async () => {
  const owner = await ownerOn('starter')
  const { api_key: key } = await owner.call<{ api_key: string }>('workspaces/apiKeys/create', {
    password: owner.password,
  })
  const before = await look(owner)
  const edit = { method: 'PATCH', path: '/appearance' }
  expect(await app.rest(edit, { name: 'Reed' }, key)).toMatchObject({ status: 200, body: { name: 'Reed' } })
  for (const [name, value] of ADVANCED)
    expect(await app.rest(edit, { [name]: value }, key), name).toMatchObject({
      status: 402,
      body: { error: CUSTOMIZATION_NEEDS_PRO },
    })
  const header = { kind: 'header', file: await picture() }
  const refusals = [
    await app.rest({ method: 'POST', path: '/appearance/pictures' }, header, key),
    await app.rest({ method: 'PUT', path: '/domain' }, { custom_domain: 'key.woven.example' }, key),
  ]
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ status: 402, body: { error: CUSTOMIZATION_NEEDS_PRO } })
  expect(await look(owner)).toEqual({ ...before, name: 'Reed' })
})

it('no other procedure accepts a field of the advanced customization', () => {
  const names = [...ADVANCED.map(([name]) => name), 'custom_domain']
  const writers = procedures(contract)
    .filter(({ path }) => inputFields(path).some((field) => (names as string[]).includes(field)))
    .map(({ path }) => path)
  expect(writers).toEqual(['appearance/update', 'domains/set'])
})

/** Names of a procedure's input fields at any depth. */
function inputFields(path: string): string[] {
  let node: unknown = contract
  for (const part of path.split('/')) node = (node as Record<string, unknown>)[part]
  const { inputSchema } = (node as { '~orpc': { inputSchema?: unknown } })['~orpc']
  const fields: string[] = []
  const visit = (schema: unknown, depth: number) => {
    if (typeof schema !== 'object' || schema === null || depth > 8) return
    const { shape } = schema as { shape?: Record<string, unknown> }
    for (const [name, child] of Object.entries(shape ?? {})) {
      fields.push(name)
      visit(child, depth + 1)
    }
    const { def } = schema as { def?: Record<string, unknown> }
    for (const inner of [def?.innerType, def?.element, def?.in, def?.out, ...((def?.options as unknown[]) ?? [])])
      visit(inner, depth + 1)
  }
  visit(inputSchema, 0)
  return fields
}
