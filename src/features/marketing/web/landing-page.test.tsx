import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { LandingPage, SiteFrame, SiteViewer } from '../contract.ts'
import { SitePageView } from './site-page.tsx'

const plans = { starter: { productId: 'p1', priceId: 'q1' }, pro: { productId: 'p2', priceId: 'q2' } }
const landing: LandingPage = { kind: 'landing', notice: null, checkout: '/profile?tab=billing', plans }
const frame: SiteFrame = {
  viewer: { signed_in: false },
  demo: { id: 'w1', subdomain: 'demo', name: 'Loamlark' },
  year: 2027,
}
const page = ({ viewer = frame.viewer, demo = frame.demo, ...o }: Partial<LandingPage & SiteFrame> = {}) =>
  renderToStaticMarkup(<SitePageView frame={{ ...frame, viewer, demo }} page={{ ...landing, ...o }} />)
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', inside = '']) => ({
    href,
    label: inside.replace(/<[^>]*>/g, ''),
  }))
const count = (html: string, text: string) => html.split(text).length - 1

describe('the landing page', () => {
  it('has the specified texts', () => {
    const html = page()
    for (const text of [
      'Create and Manage Your FAQ Knowledge Base',
      'How it works',
      'Create FAQs',
      'AI powers the answers',
      'Embed anywhere',
      '$19.99',
      '$34.99',
      '/month',
      'Most Popular',
      '7-day free trial. No credit card required.',
      '© 2024–2027 Answerloom',
    ]) {
      expect(html).toContain(text)
    }
    expect(count(html, '>Start Free Trial<')).toBe(2)
    expect(count(html, 'Most Popular')).toBe(1)
    expect(html).toMatch(/<h3[^>]*>Pro<\/h3><span[^>]*>Most Popular/)
  })

  it('shows the price and contents of each plan', () => {
    const plans = page()
      .split('<h3')
      .slice(1)
      .map((part) => part.replace(/^[^>]*>/, '').replace(/<[^>]*>/g, '\n'))
    const linesOf = (plan: string) => (plans.find((text) => text.startsWith(plan)) ?? '').split(/\n+/)
    expect(linesOf('Starter')).toEqual(
      expect.arrayContaining(['$19.99', '50 FAQs', 'Basic widget customization', 'Email support', '1 workspace']),
    )
    expect(linesOf('Pro')).toEqual(
      expect.arrayContaining([
        '$34.99',
        'Unlimited FAQs',
        'Advanced customization',
        'Priority support',
        'Team collaboration',
        'Unlimited workspaces',
      ]),
    )
  })

  it('shows a notice after the account was deleted', () => {
    expect(page()).not.toContain('role="status"')
    expect(page({ notice: 'account-deleted' }).replace(/<[^>]*>/g, '')).toContain(
      'Account Deleted Your account has been successfully deleted',
    )
  })

  it('links to /auth when signed out, and to its second tab for new users', () => {
    const links = linksOf(page())
    const hrefsOf = (label: string) => new Set(links.filter((link) => link.label === label).map((link) => link.href))
    expect(hrefsOf('Sign In')).toEqual(new Set(['/auth']))
    for (const label of ['Get Started Free', 'Start Free Trial'])
      expect(hrefsOf(label)).toEqual(new Set(['/auth?tab=sign-up']))
  })

  it("names the user's plan and offers the other", () => {
    const of = (subscribed: 'starter' | 'pro' | null) => page({ viewer: { signed_in: true, subscribed } })
    expect(count(of(null), '>Subscribe Now<')).toBe(2)
    expect(of(null)).toMatch(/href="\/profile\?tab=billing&(amp;)?subscribe=pro"/)
    expect(page({ viewer: { signed_in: true }, checkout: null })).not.toContain('Subscribe Now')
    expect(of('pro')).toMatch(/<button[^>]*disabled=""[^>]*>Current Plan<\/button>/)
    expect(count(of('pro'), '>Subscribe Now<')).toBe(1)
    expect(of('pro')).not.toContain('Sign In</a></div>')
  })

  it('shows the demo through the script tag, with the specified border', () => {
    const [tag = ''] = /<script[^>]*>/.exec(page()) ?? []
    for (const attribute of [
      'src="/widget.js"',
      'data-workspace-id="w1"',
      'data-border-width="6"',
      'data-border-color="light-dark(#e5e7eb, #2b3639)"',
    ])
      expect(tag).toContain(attribute)
  })

  it('shows the differences in forms that need no script', () => {
    expect(page()).toMatch(/<form [^>]*action="\/faq\/demo"[^>]*method="get"/)
    expect(page()).toMatch(/<button(?=[^>]* name="q")(?=[^>]* value="my senser is ofline")(?=[^>]* type="submit")/)
    expect(page()).not.toContain('?q=')
  })

  it('remembers the chosen plan for the time after signing in', () => {
    const pressed = [...page().matchAll(/data-plan="([^"]*)"/g)].map(([, text = '']) => text.replaceAll('&quot;', '"'))
    expect(pressed.map((text) => JSON.parse(text))).toEqual([plans.starter, plans.pro])
  })

  it('omits the demo when there is none', () => {
    const html = page({ demo: null })
    expect(html).not.toContain('/faq/demo')
    expect(html).not.toContain('#live-demo')
  })

  it('shows pictures of the product in both color schemes, described and with their space reserved', () => {
    const pictures = [...page().matchAll(/<picture>(.*?)<\/picture>/gs)].map(([, inside = '']) => inside)
    expect(pictures).toHaveLength(5)
    for (const picture of pictures) {
      const tags = picture.match(/<(source|img) [^>]*>/g) ?? []
      const addressesOf = (scheme: string) => tags.filter((tag) => tag.includes(`-${scheme}.avif"`))
      expect(addressesOf('light')).toHaveLength(2)
      expect(addressesOf('dark')).toHaveLength(2)
      for (const tag of addressesOf('dark')) expect(tag).toContain('(prefers-color-scheme: dark)')
      for (const tag of tags) expect(tag).toMatch(/ width="\d+" height="\d+"/)
      const image = tags.at(-1) ?? ''
      expect(image).toMatch(/^<img .* alt="[^"]{40,}"/)
      expect(image).toContain(' loading="lazy"')
      // Relative to this server.
      for (const [, url = ''] of picture.matchAll(/ src(?:set)?="([^"]*)"/gi)) expect(url).toMatch(/^\/[^/]/)
    }
    expect(new Set(page().match(/ alt="[^"]*"/g)).size).toBe(5)
  })

  it('has no broken link within the page, and no style attribute', () => {
    const viewers: SiteViewer[] = [{ signed_in: false }, { signed_in: true, subscribed: 'pro' }]
    for (const html of viewers.flatMap((viewer) => [page({ viewer }), page({ viewer, demo: null })])) {
      for (const { href } of linksOf(html)) if (href.startsWith('#')) expect(html).toContain(`id="${href.slice(1)}"`)
      expect(html).not.toContain(' style=')
    }
  })
})
