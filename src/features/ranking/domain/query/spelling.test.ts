import { describe, expect, it } from 'vitest'
import { editDistance } from '../text/edit-distance.ts'
import { chooseSpellings, editsAllowed, intactParts, LETTERS_AN_EDIT, lettersOf, wordSplits } from './spelling.ts'

const vocabulary = ['password', 'passport', 'refund', 'refunds', 'send', 'seed'].map((word) => ({ word, term: word }))

describe('the edit distance', () => {
  it.each([
    ['refund', 'refund', 0],
    ['refudn', 'refund', 1],
    ['refnd', 'refund', 1],
    ['reefund', 'refund', 1],
    ['rafund', 'refund', 1],
    ['pasword', 'passwort', 2],
    ['abc', 'xyz', 3],
    ['', 'ab', 2],
  ])('%s → %s is %i', (a, b, distance) => {
    expect(editDistance(a, b, 5)).toBe(distance)
    expect(editDistance(b, a, 5)).toBe(distance)
  })

  it('is not computed beyond the limit', () => {
    expect(editDistance('abcdefgh', 'zyxwvuts', 2)).toBe(3)
    expect(editDistance('a', 'abcd', 2)).toBe(3)
  })
})

describe('the corrections of a word', () => {
  it('are the closest words, which share their weight', () => {
    expect(chooseSpellings('pasword', vocabulary).map((repair) => repair.word)).toEqual(['password'])
    const two = chooseSpellings('sed', [{ word: 'x', term: 'x' }])
    expect(two).toEqual([])
    const shared = chooseSpellings('refun', vocabulary)
    expect(shared.map((repair) => repair.word)).toEqual(['refund'])
    expect(shared[0]!.weight).toBeGreaterThan(chooseSpellings('seend', vocabulary)[0]!.weight - 1)
  })

  it('ignore short words, unless a fourth letter is missing', () => {
    expect(editsAllowed('ct')).toBe(0)
    expect(chooseSpellings('crd', [{ word: 'card', term: 'card' }])).toEqual([
      { word: 'card', term: 'card', weight: 0.7 },
    ])
    for (const word of ['car', 'cr', 'crab', 'acrd']) expect(chooseSpellings('crd', [{ word, term: word }])).toEqual([])
  })

  it('are found by a part that the allowed edits cannot both change', () => {
    const word = 'settings'
    const { head, tail } = intactParts(word)
    for (const broken of ['settigns', 'etings', 'setttingss', 'settinsg', 'xettings']) {
      expect(broken.startsWith(head) || broken.endsWith(tail)).toBe(true)
    }
  })

  it('divide a compound at every position', () => {
    expect(wordSplits('webhook')).toEqual([
      ['web', 'hook'],
      ['webh', 'ook'],
    ])
  })
})

describe('the letter signatures', () => {
  const differing = (left: string, right: string) => {
    let bits = 0
    for (let x = (lettersOf(left) ^ lettersOf(right)) >>> 0; x; x >>>= 1) bits += x & 1
    return bits
  }

  it.each([
    ['refund', 'refudn'],
    ['refund', 'refnd'],
    ['refund', 'reefund'],
    ['refund', 'rafund'],
    ['password', 'pasword'],
    ['größe', 'grösse'],
    ['возврат', 'вазврат'],
    ['😀refund', 'refund'],
  ])('differ by no more than the edits from %s to %s allow', (left, right) => {
    expect(differing(left, right)).toBeLessThanOrEqual(LETTERS_AN_EDIT * editDistance(left, right, 9))
  })

  it('differ by more for different words', () => {
    expect(differing('refund', 'remote')).toBeGreaterThan(LETTERS_AN_EDIT)
  })
})
