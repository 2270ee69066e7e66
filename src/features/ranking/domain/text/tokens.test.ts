import { describe, expect, it } from 'vitest'
import { tokenize } from './tokens.ts'

const words = (text: string, language = 'en') => tokenize(text, language).map((token) => token.word)
const terms = (text: string, language = 'en') => tokenize(text, language).map((token) => token.term)

describe('the tokens of a text', () => {
  it('are in lower case, without accents, possessives and apostrophes', () => {
    expect(words("The CAFÉ's Wi‑Fi doesn’t ＷＯＲＫ")).toEqual(['the', 'cafe', 'wi', 'fi', 'doesnt', 'work'])
  })

  it('divide elided words in French and Italian', () => {
    expect(words("L'adresse d’expédition", 'fr')).toEqual(['l', 'adresse', 'd', 'expedition'])
  })

  it('are stemmed by language', () => {
    expect(terms('refunds refunded')).toEqual(['refund', 'refund'])
    expect(terms('Rechnungen Rechnung', 'de')).toEqual(['rechnung', 'rechnung'])
  })

  it('include digits of other scripts and letters typed instead of them', () => {
    expect(words('٢٤ ساعة', 'ar')).toEqual(['24', 'ساعه'])
    expect(words('ещё', 'ru')).toEqual(['еще'])
    expect(words('२४', 'hi')).toEqual(['24'])
  })

  it('divide scripts without spaces by a dictionary, and Chinese and Japanese also into pairs, in any language', () => {
    for (const language of ['zh', 'en']) {
      const tokens = tokenize('重置密码 app', language)
      expect(tokens.filter((token) => token.isPair).map((token) => token.word)).toEqual(['重置', '置密', '密码'])
      expect(tokens.filter((token) => !token.isPair).map((token) => token.word)).toContain('app')
    }
    expect(words('ลืมรหัสผ่าน', 'th').length).toBeGreaterThan(1)
  })

  it('mark function words and question words', () => {
    const [how, doWord, refunds] = tokenize('how do refunds', 'en')
    expect([how!.isInterrogative, how!.isStopWord]).toEqual([true, false])
    expect(doWord!.isStopWord).toBe(true)
    expect([refunds!.isInterrogative, refunds!.isStopWord]).toEqual([false, false])
  })

  it.each(['', '😀', '—…', '\ud83d'])('are empty for a text without words', (text) => {
    expect(words(text)).toEqual([])
  })

  it('have a maximum length', () => {
    expect(words('x'.repeat(5000))[0]!.length).toBeLessThanOrEqual(64)
  })
})
