import { describe, expect, it } from 'vitest'
import { DEFAULT_TAG_OPTIONS, embedSnippet, reactSnippet, scriptTag, tagAttributes } from './embed-snippet.ts'

const border = { widget_border_width: 6, widget_border_color: '#e5e7eb' }
const tag = (options: Partial<typeof DEFAULT_TAG_OPTIONS>) =>
  scriptTag('https://help.example', tagAttributes('w1', border, { ...DEFAULT_TAG_OPTIONS, ...options }))

describe('the script tag', () => {
  it('contains the specified attributes, and others only on request', () => {
    const plain =
      '<script async src="https://help.example/widget.js" data-workspace-id="w1" data-border-width="6" data-border-color="#e5e7eb"></script>'
    expect(embedSnippet('https://help.example', 'w1', border)).toBe(plain)
    expect(tag({})).toBe(plain)
  })

  it('contains values that differ from the widget’s defaults', () => {
    expect(tag({ minHeight: 640, theme: 'dark', limit: 12 })).toContain(
      'data-border-color="#e5e7eb" data-min-height="640" data-theme="dark" data-limit="12">',
    )
    expect(tag({ mode: 'launcher', minHeight: 640, hasPageColor: false })).toContain(
      'data-workspace-id="w1" data-mode="launcher" data-color="#12262e">',
    )
    expect(tag({ mode: 'launcher', position: 'bottom-left', label: ' Help? ' })).toContain(
      'data-mode="launcher" data-position="bottom-left" data-label="Help?">',
    )
  })

  it('keeps every text inside its attribute', () => {
    expect(tag({ mode: 'launcher', label: '"><script>alert(1)</script>' })).toContain(
      'data-label="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
    )
  })
})

it('the React snippet adds and removes the widget with its component', () => {
  const code = reactSnippet('https://help.example', tagAttributes('w1', border))
  expect(code).toContain("script.src = 'https://help.example/widget.js'")
  expect(code).toContain(`script.setAttribute('data-border-width', "6")`)
  expect(code).toContain('return () => script.remove()')
})
