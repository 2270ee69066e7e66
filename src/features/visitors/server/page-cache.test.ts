import { describe, expect, it } from 'vitest'
import { publicPage } from '../../../../tests/support/browser/public-page.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { PublicPage } from '../contract.ts'
import { PageCache } from './page-cache.ts'
import type { RenderedResponse } from './rendered.ts'

const MB = 1024 * 1024

const result = (size = 1_000): RenderedResponse => ({ size }) as RenderedResponse

/** A loader whose loads end when the test says so. */
function heldLoader() {
  const loads: { subdomain: string; end: (page: PublicPage | null) => void }[] = []
  const load = (subdomain: string) =>
    new Promise<PublicPage | null>((end) => {
      loads.push({ subdomain, end })
    })
  return { load, loads }
}

const loaderOf = (pages: Record<string, PublicPage>) => {
  const asked: string[] = []
  const load = async (subdomain: string) => {
    asked.push(subdomain)
    return pages[subdomain] ?? null
  }
  return { load, asked }
}

describe('loading a page', () => {
  it('happens once for all simultaneous requests and later ones', async () => {
    const { load, loads } = heldLoader()
    const cache = new PageCache(load, MB)
    const both = Promise.all([cache.workspace('acme'), cache.workspace('acme')])
    loads[0]?.end(publicPage('acme'))
    const [a, b] = await both
    expect(a).toBe(b)
    expect(await cache.workspace('acme')).toBe(a)
    expect(loads).toHaveLength(1)
  })

  it('caches that a page does not exist until a change', async () => {
    const { load, asked } = loaderOf({})
    const cache = new PageCache(load, MB)
    expect(await cache.workspace('nobody')).toBeNull()
    expect(cache.peek('nobody', '')).toBe('missing')
    await cache.workspace('nobody')
    expect(asked).toHaveLength(1)
    cache.drop('a workspace just created')
    expect(cache.peek('nobody', '')).toBeUndefined()
  })

  it('caches a limited number of missing pages', async () => {
    const cache = new PageCache(async () => null, MB)
    for (let index = 0; index <= 1_000; index += 1) await cache.workspace(`nobody-${index}`)
    expect(cache.peek('nobody-0', '')).toBeUndefined()
    expect(cache.peek('nobody-1000', '')).toBe('missing')
  })

  it('happens again after a failure', async () => {
    let fail = true
    const cache = new PageCache(async () => {
      if (fail) throw new Error('the database is unavailable')
      return publicPage('acme')
    }, MB)
    await expect(cache.workspace('acme')).rejects.toThrow('unavailable')
    fail = false
    expect((await cache.workspace('acme'))?.page.workspace.subdomain).toBe('acme')
  })
})

describe('an edit during a load', () => {
  it('is never overwritten by older data', async () => {
    const { load, loads } = heldLoader()
    const cache = new PageCache(load, MB)
    const [before, after] = [publicPage('acme', { version: '1' }), publicPage('acme', { version: '2' })]

    const early = cache.workspace('acme')
    cache.drop(before.workspace.id)
    const late = cache.workspace('acme')
    expect(loads, 'a request after the edit does not join the load from before it').toHaveLength(2)

    loads[1]?.end(after)
    expect((await late)?.page.version).toBe('2')
    loads[0]?.end(before)
    expect((await early)?.page.version).toBe('1')
    expect((await cache.workspace('acme'))?.page.version).toBe('2')
    expect(loads).toHaveLength(2)
  })

  it('discards a page that was rendered before it', async () => {
    const page = publicPage('acme')
    const cache = new PageCache(loaderOf({ acme: page }).load, MB)
    const entry = await cache.workspace('acme')
    if (!entry) throw new Error('acme was not loaded')
    let end = (_: RenderedResponse) => {}
    const rendering = cache.render('acme', entry, '', () => new Promise((resolve) => (end = resolve)))
    cache.drop(page.workspace.id)
    end(result())
    await rendering
    expect(cache.peek('acme', '')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  it('is not affected by one in another workspace', async () => {
    const { load, loads } = heldLoader()
    const cache = new PageCache(load, MB)
    const loading = cache.workspace('acme')
    cache.drop('another')
    loads[0]?.end(publicPage('acme'))
    await loading
    await cache.workspace('acme')
    expect(loads).toHaveLength(1)
  })

  it('replaces the cached absence when it creates the workspace', async () => {
    const { load, loads } = heldLoader()
    const cache = new PageCache(load, MB)
    const loading = cache.workspace('acme')
    cache.drop('acme, just created')
    loads[0]?.end(null)
    expect(await loading).toBeNull()
    expect(cache.peek('acme', '')).toBeUndefined()
  })

  it('clears the cache when it may have been missed', async () => {
    const { load, loads } = heldLoader()
    const cache = new PageCache(load, MB)
    const loading = cache.workspace('acme')
    cache.flush()
    loads[0]?.end(publicPage('acme'))
    await loading
    void cache.workspace('acme')
    expect(loads).toHaveLength(2)
  })
})

describe('after events may have been missed', () => {
  const away = new AppError('unavailable', 'database.unavailable', 'The database is unavailable.')

  it('everything is loaded again before it is shown', async () => {
    const pages = { acme: publicPage('acme', { version: '1' }) }
    const { load, asked } = loaderOf(pages)
    const cache = new PageCache(load, MB)
    const first = await cache.workspace('acme')
    if (!first) throw new Error('acme was not loaded')
    await cache.render('acme', first, '', async () => result())
    cache.markStale()
    expect(cache.peek('acme', '')).toBeUndefined()
    expect(cache.source('acme')).toBeUndefined()
    pages.acme = publicPage('acme', { version: '2' })
    expect((await cache.workspace('acme'))?.page.version).toBe('2')
    expect(asked).toHaveLength(2)
    expect(cache.source('acme')?.version).toBe('2')
  })

  it('the previous content is shown while the database is unavailable, after each new attempt', async () => {
    let error: Error | undefined
    let loads = 0
    const cache = new PageCache(async () => {
      loads += 1
      if (error) throw error
      return publicPage('acme')
    }, MB)
    const first = await cache.workspace('acme')
    cache.markStale()
    error = away
    expect(await cache.workspace('acme')).toBe(first)
    expect(await cache.workspace('acme')).toBe(first)
    error = new Error('a mistake of ours')
    await expect(cache.workspace('acme')).rejects.toThrow('mistake')
    error = undefined
    const last = await cache.workspace('acme')
    expect(last).not.toBe(first)
    expect(loads).toBe(5)
    cache.drop(last?.page.workspace.id ?? '')
    error = away
    await expect(cache.workspace('acme'), 'known to have changed').rejects.toThrow('unavailable')
  })

  it('a deleted page is no longer shown', async () => {
    const pages: Record<string, PublicPage> = { acme: publicPage('acme') }
    const cache = new PageCache(loaderOf(pages).load, MB)
    await cache.workspace('acme')
    cache.markStale()
    delete pages.acme
    expect(await cache.workspace('acme')).toBeNull()
    expect(cache.peek('acme', '')).toBe('missing')
    expect(cache.bytes).toBe(0)
  })
})

describe('rendered pages', () => {
  it('are rendered once for all simultaneous requests', async () => {
    const cache = new PageCache(loaderOf({ acme: publicPage('acme') }).load, MB)
    const entry = await cache.workspace('acme')
    if (!entry) throw new Error('acme was not loaded')
    let renders = 0
    const make = async () => {
      renders += 1
      return result()
    }
    const [a, b] = await Promise.all([cache.render('acme', entry, '', make), cache.render('acme', entry, '', make)])
    expect(a).toBe(b)
    expect(cache.peek('acme', '')).toBe(a)
    expect(renders).toBe(1)
  })

  it('stay within the memory limit, and the least recently used is evicted first', async () => {
    const cache = new PageCache(loaderOf({ acme: publicPage('acme'), bolt: publicPage('bolt') }).load, 20_000)
    const fill = async (subdomain: string, variant: string) => {
      const entry = await cache.workspace(subdomain)
      if (entry) await cache.render(subdomain, entry, variant, async () => result(5_000))
    }
    await fill('acme', '')
    await fill('acme', '/a')
    await fill('bolt', '')
    expect(cache.bytes).toBeLessThanOrEqual(20_000)
    cache.peek('acme', '')
    await fill('bolt', '/b')
    await fill('bolt', '/c')
    expect(cache.bytes).toBeLessThanOrEqual(20_000)
    expect(cache.peek('acme', '/a')).toBeUndefined()
    expect(cache.peek('bolt', '/c')).toBeDefined()
  })

  it('are evicted by last use, regardless of the number of uses', async () => {
    const { load } = loaderOf({ acme: publicPage('acme'), bolt: publicPage('bolt') })
    const cache = new PageCache(load, 25_000)
    const fill = async (subdomain: string, variant: string) => {
      const entry = await cache.workspace(subdomain)
      if (entry) await cache.render(subdomain, entry, variant, async () => result(5_000))
    }
    await fill('bolt', '')
    await fill('acme', '')
    await fill('acme', '/a')
    for (const [subdomain, variant] of [
      ['acme', ''],
      ['acme', ''],
      ['acme', '/a'],
      ['acme', ''],
      ['bolt', ''],
      ['bolt', ''],
      ['acme', '/a'],
    ] as const)
      expect(cache.peek(subdomain, variant)).toBeDefined()
    await fill('acme', '/b')
    expect(cache.peek('bolt', '')).toBeUndefined()
    expect(cache.peek('acme', '')).toBeDefined()
    cache.peek('acme', '/a')
    await fill('acme', '/c')
    await fill('acme', '/d')
    await fill('acme', '/e')
    expect(cache.peek('acme', '')).toBeUndefined()
    expect(cache.peek('acme', '/b')).toBeUndefined()
    expect(cache.peek('acme', '/e')).toBeDefined()
  })
})
