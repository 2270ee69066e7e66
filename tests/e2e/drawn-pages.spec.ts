// Pages that need JavaScript run their scripts on the server's machine, and can reach only the public web. A server in
// place of the internal network counts all requests.
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { createRenderer, type Renderer } from '../../src/features/knowledge/server/rendering/renderer.ts'
import { findBrowser } from '../support/browser/browser-binary.ts'
import { PRIVATE_ADDRESSES } from '../support/network/private-addresses.ts'
import { startWebSite, type WebSite } from '../support/websites/web-site.ts'

let site: WebSite
let inside: { url: string; host: string; asked: string[]; server: Server }
let renderer: Renderer

test.beforeAll(async () => {
  site = await startWebSite({})
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret of the inside')
  })
  server.on('connection', () => asked.push('connected'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  inside = { url: `http://${host}`, host, asked, server }
  renderer = createRenderer({ executable: findBrowser() ?? '', allowHosts: [site.host], userAgent: 'Answerloom' })
})
test.afterAll(async () => {
  await renderer.close()
  await site.close()
  inside.server.closeAllConnections()
  await new Promise((resolve) => inside.server.close(resolve))
})

const draw = async (at: string, body: string) => {
  site.pages.set(at, body)
  return renderer.render(site.url + at, new AbortController().signal)
}
/** A page whose script does this, and then says that it has. */
const scripted = (script: string) =>
  `<!doctype html><title>Drawn</title><main id="main">Nothing yet</main><script>
  const say = (text) => { document.getElementById('main').append(' ' + text) }
  ${script.replaceAll('INSIDE', inside.url).replaceAll('HOST', inside.host)}
  say('it ran')</script>`

const TRIES: Record<string, string> = {
  fetch: `fetch('INSIDE/fetch').then((answer) => answer.text()).then(say, () => say('refused'))`,
  'a fetch whose answer cannot be read': `fetch('INSIDE/no-cors', { mode: 'no-cors' }).catch(() => say('refused'))`,
  'a submitted form': `document.body.insertAdjacentHTML('beforeend', '<iframe name=f></iframe><form target=f method=post action="INSIDE/form"></form>'); document.forms[0].submit()`,
  'a beacon': `navigator.sendBeacon('INSIDE/beacon', 'x')`,
  'a frame': `document.body.insertAdjacentHTML('beforeend', '<iframe src="INSIDE/frame"></iframe>')`,
  'an image, a style sheet and a script': `document.body.insertAdjacentHTML('beforeend', '<img src="INSIDE/img"><link rel=stylesheet href="INSIDE/css">'); const s = document.createElement('script'); s.src = 'INSIDE/js'; document.body.append(s)`,
  'a new window': `window.open('INSIDE/window')`,
  'a web socket': `try { new WebSocket('ws://HOST/socket').onerror = () => say('refused') } catch { say('refused') }`,
  'an event stream': `new EventSource('INSIDE/events').onerror = () => say('refused')`,
  'a worker': `new Worker(URL.createObjectURL(new Blob(["fetch('INSIDE/worker')"])))`,
  'a shared worker': `new SharedWorker(URL.createObjectURL(new Blob(["fetch('INSIDE/shared')"])))`,
  'a preconnection': `document.head.insertAdjacentHTML('beforeend', '<link rel=preconnect href="INSIDE"><link rel=prefetch href="INSIDE/prefetch"><link rel=dns-prefetch href="//HOST">')`,
  'speculation rules': `const r = document.createElement('script'); r.type = 'speculationrules'; r.textContent = '{"prefetch":[{"source":"list","urls":["INSIDE/speculation"]}]}'; document.head.append(r)`,
  'a peer connection': `new RTCPeerConnection({ iceServers: [{ urls: 'turn:HOST?transport=tcp', username: 'u', credential: 'c' }] }).createDataChannel('x')`,
  'a WebTransport': `try { new WebTransport('https://HOST/').ready.catch(() => say('refused')) } catch { say('refused') }`,
  'a file': `fetch('file:///etc/passwd').then((answer) => answer.text()).then(say, () => say('refused'))`,
}

for (const [name, script] of Object.entries(TRIES))
  test(`${name} cannot reach internal addresses`, async () => {
    const drawn = await draw('/try', scripted(script))
    expect(drawn?.html).toContain('it ran')
    expect(drawn?.html.replace(/<script>.*?<\/script>/s, '')).not.toMatch(/secret of the inside|root:x?:0/)
    expect(inside.asked).toEqual([])
  })

for (const [name, leading] of Object.entries({
  'a redirect': { status: 302, headers: { location: 'INSIDE/redirect' } },
  'a meta refresh': '<!doctype html><meta http-equiv="refresh" content="0;url=INSIDE/refresh">',
  'a script': '<!doctype html><script>location.href = "INSIDE/location"</script>',
}))
  test(`${name} cannot redirect to internal addresses`, async () => {
    const text = JSON.stringify(leading).replaceAll('INSIDE', inside.url)
    site.pages.set('/lead', JSON.parse(text))
    const drawn = await renderer.render(`${site.url}/lead`, new AbortController().signal)
    expect(drawn?.html ?? '').not.toContain('secret of the inside')
    expect(inside.asked).toEqual([])
  })

test('every notation of a private address is refused', async () => {
  const drawn = await draw(
    '/addresses',
    scripted(`for (const url of ${JSON.stringify(PRIVATE_ADDRESSES)})
      try { fetch(url, { mode: 'no-cors' }).then(() => say('REACHED ' + url), () => {}) } catch {}`),
  )
  expect(drawn?.html).toContain('it ran')
  expect(drawn?.html.replace(/<script>.*?<\/script>/s, '')).not.toContain('REACHED')
})

test('the fake internal server records requests', async () => {
  await new Promise<void>((resolve) => connect(Number(inside.host.split(':')[1]), '127.0.0.1', resolve).unref())
  expect(await (await fetch(`${inside.url}/there`)).text()).toBe('secret of the inside')
  expect(inside.asked).toContain('/there')
})
