import type { Appearance } from '../contract.ts'

/** Fields that a preset sets; everything else of the look stays. */
type PresetLook = Pick<
  Appearance,
  'accent_color' | 'neutral' | 'corners' | 'font' | 'header_text_color' | 'header_bg_type' | 'header_bg_color'
>

export interface LookPreset {
  name: string
  look: PresetLook
}

const solidPreset = (presetName: string, presetLook: Omit<PresetLook, 'header_bg_type'>): LookPreset => ({
  name: presetName,
  // A solid color, which every plan includes.
  look: { ...presetLook, header_bg_type: 'color' },
})

/** Ready-made looks; a test holds each to the contrast rules. */
export const LOOK_PRESETS: readonly LookPreset[] = [
  solidPreset('Classic', {
    accent_color: null,
    neutral: 'warm',
    corners: 'soft',
    font: 'system',
    header_text_color: '#ffffff',
    header_bg_color: '#1f2937',
  }),
  solidPreset('Paper', {
    accent_color: '#8a3b12',
    neutral: 'warm',
    corners: 'soft',
    font: 'source-serif',
    header_text_color: '#3b2314',
    header_bg_color: '#f4e9d8',
  }),
  solidPreset('Harbor', {
    accent_color: '#1d5fd1',
    neutral: 'cool',
    corners: 'soft',
    font: 'inter',
    header_text_color: '#ffffff',
    header_bg_color: '#12305f',
  }),
  solidPreset('Orchard', {
    accent_color: '#1d7a4c',
    neutral: 'green',
    corners: 'round',
    font: 'atkinson',
    header_text_color: '#12331f',
    header_bg_color: '#dcefe0',
  }),
  solidPreset('Plum', {
    accent_color: '#8b2f7d',
    neutral: 'plain',
    corners: 'round',
    font: 'instrument-sans',
    header_text_color: '#ffffff',
    header_bg_color: '#3a1638',
  }),
  solidPreset('Grid', {
    accent_color: '#0a0a0a',
    neutral: 'plain',
    corners: 'square',
    font: 'inter',
    header_text_color: '#0a0a0a',
    header_bg_color: '#ffffff',
  }),
]

/** True when every field of the preset has its value. */
export const hasPreset = (currentLook: Partial<Appearance>, { look: wanted }: LookPreset): boolean =>
  Object.entries(wanted).every(([name, value]) => currentLook[name as keyof Appearance] === value)
