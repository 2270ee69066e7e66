import { describe, expect, it } from 'vitest'
import {
  delivery,
  entry,
  filler,
  hours,
  workspaceWith as indexedWorkspace,
  password,
  refund,
  team,
} from '../../../../tests/support/content/indexed-entries.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { type IndexEntry, indexEntries } from './index.ts'

const testContext = await createTestContext()

const workspaceWith = (...entries: IndexEntry[]) => indexedWorkspace(testContext, ...entries)

describe('writing the search index', () => {
  it('replaces an entry by its chunk', async () => {
    const w = await workspaceWith(refund(), password())
    const [hit] = (await w.search('refund')).hits
    await w.index({ ...refund(), chunk_id: hit!.chunk_id, question: 'How do I return a kettle?', body: 'By post.' })
    expect((await w.search('kettle')).hits[0]).toMatchObject({ chunk_id: hit!.chunk_id, body: 'By post.' })
    expect((await w.search('invoice')).query.unknownWords).toBe(1)
    expect(await w.rows('search_entries')).toBe(2)
  })

  it('removes an entry', async () => {
    const only = refund()
    const w = await workspaceWith(only)
    await w.remove(only.chunk_id, newId())
    expect(await w.rows('search_entries')).toBe(0)
    expect((await w.search('refund')).hits).toEqual([])
  })

  it('keeps one row of a chunk that is written twice at the same time', async () => {
    const first = refund()
    const w = await workspaceWith(first, { ...first, body: 'The later text.' })
    expect((await w.search('refund')).hits.map((hit) => hit.body)).toEqual(['The later text.'])
  })

  it('saves nothing when the caller rolls back', async () => {
    const w = await workspaceWith(refund())
    const failing = w.within(async (transaction) => {
      await indexEntries(transaction, w.id, [password()])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow()
    expect((await w.search('forgot password')).hits.map((hit) => hit.question)).not.toContain(password().question)
    expect(await w.rows('search_entries')).toBe(1)
  })

  it('accepts text that PostgreSQL cannot store unchanged', async () => {
    const w = await workspaceWith(
      entry('A nul \u0000 in it', 'and half a pair \ud83d here', { alternatives: ['\u0000'] }),
    )
    expect((await w.search('nul')).hits).toHaveLength(1)
  })
})

describe.each([
  ['small workspace', 0],
  ['large workspace', 300],
])('searching a %s', (_, extra) => {
  it('finds a paraphrase, also directly after the entry was written', async () => {
    const w = await workspaceWith(...filler(extra), refund(), password(), delivery())
    expect((await w.search('I forgot my password')).hits[0]!.question).toBe(password().question)
    await w.index(team())
    expect((await w.search('inviting colleagues')).hits[0]!.question).toBe(team().question)
  })

  it('finds an entry by an alternative', async () => {
    const w = await workspaceWith(
      ...filler(extra),
      password(),
      entry('Where is my order?', 'Under Orders.', { alternatives: ['track my parcel'] }),
    )
    expect((await w.search('can I track a parcel')).hits[0]!.question).toBe('Where is my order?')
  })

  it('finds an entry that matches only by a synonym', async () => {
    const w = await workspaceWith(...filler(extra), refund(), hours())
    expect((await w.search('reimbursement')).hits[0]?.question).toBe(refund().question)
    expect((await w.search('reimbursment')).hits[0]?.question).toBe(refund().question)
  })

  it('corrects typing errors and reports them', async () => {
    const w = await workspaceWith(...filler(extra), refund(), password(), delivery())
    const { hits, query } = await w.search('how do I resett my pasword')
    expect(hits[0]!.question).toBe(password().question)
    expect(query.words).toEqual(['how', 'do', 'i', 'reset', 'my', 'password'])
    expect(query.unknownWords).toBe(0)
  })

  it('finds the first entries immediately, even after a search in the empty index', async () => {
    const w = await workspaceWith()
    expect((await w.search('pasword')).hits).toEqual([])
    await w.index(password(), refund())
    const { hits, query } = await w.search('pasword')
    expect(hits[0]?.question).toBe(password().question)
    expect(query).toMatchObject({ words: ['password'], knownWords: 1, unknownWords: 0 })
  })

  it('joins and divides compounds', async () => {
    const w = await workspaceWith(
      ...filler(extra),
      entry('Do you take a credit card?', 'Yes.'),
      entry('How do I set up a webhook?', 'In Settings.'),
    )
    expect((await w.search('creditcard')).hits[0]!.question).toBe('Do you take a credit card?')
    expect((await w.search('web hook')).hits[0]!.question).toBe('How do I set up a webhook?')
  })

  it('completes an unfinished word on request', async () => {
    const w = await workspaceWith(...filler(extra), refund(), password(), delivery())
    expect((await w.search('how long does deliv', { isPrefix: true })).hits[0]!.question).toBe(delivery().question)
    expect((await w.search('pass', { isPrefix: true })).hits[0]!.question).toBe(password().question)
    expect((await w.search('zzzz', { isPrefix: true })).hits).toEqual([])
  })

  it('returns the matching sentence', async () => {
    const body =
      'The kettle is made of steel and comes in red. It holds two litres of water when filled to the mark. Descale it every month with vinegar.'
    const w = await workspaceWith(...filler(extra), entry('Kettle', body, { kind: 'passage' }))
    expect((await w.search('how often should the kettle be descaled')).hits[0]!.best_sentence).toBe(2)
  })

  it('groups entries with the same content', async () => {
    const [first, second] = [hours(), { ...hours(), body: hours().body.toUpperCase() }]
    const w = await workspaceWith(...filler(extra), first, second)
    const { hits } = await w.search('when is support available')
    expect(hits[0]!.same_as).toHaveLength(1)
    expect([hits[0]!.chunk_id, ...hits[0]!.same_as].sort()).toEqual([first.chunk_id, second.chunk_id].sort())
    expect(hits.slice(1).map((hit) => hit.question)).not.toContain(first.question)
  })

  it('never shows an entry of another workspace', async () => {
    const w = await workspaceWith(...filler(extra), password())
    const other = await workspaceWith(refund())
    expect((await w.search('refund invoice money')).hits.map((hit) => hit.question)).not.toContain(refund().question)
    expect((await other.search('password')).hits).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['spaces', ' \n\t '],
    ['a letter', 'a'],
    ['punctuation', '?!… — "'],
    ['emoji', '😀👩‍👩‍👧‍👦🇩🇪'],
    ['SQL', `'; drop table search_entries; -- %_\\ $1`],
    ['a NUL', 'pass\u0000word'],
    ['an unpaired surrogate', '\ud83d password \ude00'],
    ['10,000 characters', 'password refund '.repeat(625)],
    ['one long word', 'x'.repeat(10_000)],
    ['1,000 unknown words', Array.from({ length: 1000 }, (__, index) => `qwx${index}zvk`).join(' ')],
  ])('handles %s without failing', async (__, text) => {
    const w = await workspaceWith(...filler(extra), refund())
    for (const isPrefix of [false, true])
      expect((await w.search(text, { isPrefix })).hits.length).toBeLessThanOrEqual(5)
  })
})

describe('languages of content', () => {
  it.each([
    ['zh', '如何重置密码？', '点击登录页面上的忘记密码。', '怎么重置我的密码'],
    [
      'ja',
      'パスワードをリセットするには？',
      'ログイン画面で「パスワードを忘れた」を選びます。',
      'パスワードを忘れました',
    ],
    ['th', 'ฉันจะรีเซ็ตรหัสผ่านได้อย่างไร', 'เลือกลืมรหัสผ่านในหน้าเข้าสู่ระบบ', 'ลืมรหัสผ่าน'],
    ['de', 'Wie setze ich mein Passwort zurück?', 'Wählen Sie „Passwort vergessen“.', 'passwort zurücksetzen'],
    ['fr', "Comment changer l'adresse de livraison ?", 'Dans les réglages.', 'changer adresse livraison'],
    ['ru', 'Как сбросить пароль?', 'Нажмите «Забыли пароль».', 'забыл пароля'],
    ['ar', 'كيف أعيد تعيين كلمة المرور؟', 'اضغط على نسيت كلمة المرور.', 'نسيت كلمة المرور'],
    ['hi', 'मैं अपना पासवर्ड कैसे रीसेट करूँ?', 'लॉगिन पेज पर पासवर्ड भूल गए चुनें।', 'पासवर्ड भूल गया'],
    ['el', 'Πώς αλλάζω τον κωδικό μου;', 'Επιλέξτε «Ξέχασα τον κωδικό».', 'ξεχασα κωδικο'],
  ])('are searched: %s', async (language, question, body, asked) => {
    const w = await workspaceWith(entry(question, body, { language }), refund(), hours())
    expect((await w.search(asked)).hits[0]!.question).toBe(question)
  })

  it("do not matter when an entry's language was detected wrong", async () => {
    const german = ['Rechnungen und Zahlungen', 'Lieferungen ins Ausland', 'Konto und Anmeldung'].map((question) =>
      entry(question, 'Mehr dazu steht auf dieser Seite.', { language: 'de' }),
    )
    const w = await workspaceWith(...german, entry('Newsletter Abmeldungen', 'Link unten.', { language: 'en' }))
    expect((await w.search('Wo ist die Abmeldung vom Newsletter?')).hits[0]!.question).toBe('Newsletter Abmeldungen')
  })
})
